/* Forwards to objet.h under the name that code written for TVM includes. */
#include "../../objet.h"
