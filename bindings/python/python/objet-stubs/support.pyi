import collections.abc as _c
import typing as _t
import objet as _o

def GetLibInfo() -> _o.Map[str, str]:
    """`ON` or `OFF` for each part of TVM that this library may have, and versions of what it was built with.

```
let info = objet_ir::lib_info();
assert_eq!(info.get("USE_THREADS").map(|on| on.as_str()), Some("ON"));
```"""
