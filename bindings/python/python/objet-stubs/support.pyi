import collections.abc as _c
import typing as _t
import objet as _o

def GetLibInfo() -> _o.Map[str, str]:
    """Returns `ON` or `OFF` for each build option of TVM. The entries for versions are `NOT-FOUND`.

```
let info = objet_ir::lib_info();
assert_eq!(info.get("USE_THREADS").map(|on| on.as_str()), Some("ON"));
```"""
