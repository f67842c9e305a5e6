/* Under the name by which code written for TVM asks for it. */
#include "../objet.h"
