"""Calls that join and split tensors (needs TVM 0.8's Python package)."""

from ask import each, write

CONCATENATE, STACK = "relay.attrs.ConcatenateAttrs", "relay.attrs.StackAttrs"
SPLIT, EINSUM = "relay.attrs.SplitAttrs", "relay.attrs.EinsumAttrs"

TUPLES = [
    "(float32[2,3],float32[2,3])",
    "(float32[2,3],float32[4,3],float32[1,3])",
    "(float32[2,3],float32[2,4])",
    "(float32[2L,3],float32[4,3L])",
    "(float32[4,3],float32[2L,3])",
    "(float32[n:int32,3],float32[2,3])",
    "(float32[n:int32,3],float32[m:int32,3],float32[n:int32,3])",
    "(float32[?,3],float32[2,3])",
    "(float32[2,3],float32[?,3],float32[2,?])",
    "(float32[?,?],float32[?,?])",
    "(float32[2,n:int32],float32[2,m:int32])",
    "(float32[2,n:int32],float32[2,3])",
    "(float32[2,3])",
    "(float32[],float32[])",
    "(float32[2],float32[2,2])",
    "(float32[2],float16[2])",
    "()",
    "(float32[2,3],_)",
    "(float32[2],(float32[2],float32[2]))",
    "float32[2,3]",
    "_",
]
INPUTS = [
    "float32[6,4]",
    "float32[6L,n:int32,7]",
    "float32[n:int32,6]",
    "float32[?,6]",
    "float32[]",
    "_",
    "(float32[2],float32[2])",
]


def calls():
    yield from each("concatenate", CONCATENATE, [{"axis": axis} for axis in [0, 1, -1, -2]], TUPLES)
    yield from each("concatenate", CONCATENATE, [{"axis": axis} for axis in [2, -3]], TUPLES[:1])
    yield from each("stack", STACK, [{"axis": axis} for axis in [0, 1, -1]], TUPLES)
    yield from each("stack", STACK, [{"axis": axis} for axis in [2, -2, -3, 3, -4]], TUPLES[:1])
    sections = [{"extent": "1"}, {"extent": "2"}, {"extent": "3"}, {"extent": "4"}, {"extent": "2L"}]
    sections += [[2], [1, 4], [0, 6], [4, 2], [2, 9], [-2], []]
    for value in sections:
        attributes = [{"indices_or_sections": value, "axis": axis} for axis in [0, 1, -1]]
        yield from each("split", SPLIT, attributes, INPUTS)
    for value in [{"extent": "0"}, {"extent": "-2"}, None, [{"extent": "1L"}, {"extent": "4L"}]]:
        yield from each("split", SPLIT, [{"indices_or_sections": value}], INPUTS[:1])
    attributes = [{"indices_or_sections": {"extent": "2"}, "axis": axis} for axis in [2, -3]]
    yield from each("split", SPLIT, attributes, INPUTS[:1])
    for equation, inputs in [
        ("ij,jk->ik", "(float32[2,3],float32[3,4])"),
        ("ij,jk", "(float32[2,3],float32[3,4])"),
        ("ij,jk->ki", "(float32[2,3],float32[3,4])"),
        ("ij,jk->ik", "(float32[2,3],float32[5,4])"),
        ("ij,jk->ik", "(float32[2,3],float32[1,4])"),
        ("ij,jk->ik", "(float32[2,3])"),
        ("ij,jk->ik", "(float32[2,3],float32[3,4,5])"),
        ("ij,jk->ik", "(float32[2,3],float16[3,4])"),
        ("ii->i", "(float32[3,3])"),
        ("ii", "(float32[3,3])"),
        ("ii->i", "(float32[3,4])"),
        ("i->", "(float32[3])"),
        ("ij->ji", "(float32[3,4])"),
        ("ba", "(float32[3,4])"),
        ("i,j->ij", "(float32[3],float32[4])"),
        ("...ij,...jk->...ik", "(float32[7,2,3],float32[7,3,4])"),
        ("...ij,...jk", "(float32[7,2,3],float32[7,3,4])"),
        ("...ij,...jk->...ik", "(float32[6,7,2,3],float32[3,4])"),
        ("...ij,...jk->...ik", "(float32[6,1,2,3],float32[5,3,4])"),
        ("...->...", "(float32[2,3])"),
        ("i...->...", "(float32[2,3])"),
        ("i...->i...", "(float32[2,3,4])"),
        ("ij , jk -> ik", "(float32[2,3],float32[3,4])"),
        ("ij,jk->il", "(float32[2,3],float32[3,4])"),
        ("ij,jk->ii", "(float32[2,3],float32[3,4])"),
        ("", "(float32[])"),
        (",->", "(float32[],float32[])"),
        ("ij,jk->ik", "(float32[n:int32,3],float32[3,4])"),
        ("ij,jk->ik", "(float32[2,n:int32],float32[n:int32,4])"),
        ("ij,jk->ik", "(float32[?,3],float32[3,4])"),
        ("ij,jk->ik", "(float32[2L,3],float32[3,4L])"),
        ("i$->i", "(float32[2,3])"),
        ("Ij->jI", "(float32[2,3])"),
        ("ij", "()"),
        ("ij->ij", "_"),
        ("ij->ij", "float32[2,3]"),
        ("ij,kl->", "(float32[2,3],_)"),
        ("ij,jk->jk", "(float32[2,n:int32],float32[5,4])"),
        ("ij,jk->jk", "(float32[2,5],float32[n:int32,4])"),
        ("ij,jk->jk", "(float32[2,1],float32[n:int32,4])"),
        ("ij,jk->jk", "(float32[2,n:int32],float32[1,4])"),
        ("...,...", "(float32[2,3],float32[])"),
        ("..i,...", "(float32[2,3],float32[])"),
        ("......", "(float32[2,3])"),
        ("ij->ij->", "(float32[2,3])"),
        ("ij>ij", "(float32[2,3])"),
        ("ij->i.j", "(float32[2,3])"),
        ("...ij->ij", "(float32[7,2,3])"),
    ]:
        yield "einsum", EINSUM, {"equation": equation}, inputs


write("join", calls())
