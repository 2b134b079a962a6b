"""Add to the C code of mypyc what it leaves out: docstrings, Python's messages for wrong calls, subinterpreters.

A signal handler may raise inside a long multiplication, for which mypyc ends the process. So multiplications hold what
is raised there, and are tried again.

The bodies of `untrack` and `is_tracked` in ``csplib.kernel.tracking``, and that of `raise_held` in
``csplib.kernel.clock``, are added, too: Python cannot express them.

Names in the C code tell which function or class a place is about; its docstring and signature come from the pure
module, which is imported. A place that is not found stays as it is: then the tests that compare both builds fail, but
no install does.
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

__all__ = ["complete"]

_STRING = r'(?:NULL|"(?:[^"\\]|\\.)*")'
_DOCUMENTED = [
    re.compile(pattern)
    for pattern in (
        rf"(\(PyCFunction\)CPyPy_(\w+),[\sA-Z_|]+, PyDoc_STR\(){_STRING}",
        rf"(PyTypeObject CPyType_(\w+)_template_ = \{{[^;]*?\.tp_doc = PyDoc_STR\(){_STRING}",
        r"(\(getter\)(\w+),\s*(?:\(setter\)\w+|NULL),\s*)NULL(?=, NULL\})",
        r'(PyModuleDef_HEAD_INIT,\s*"([\w.]+)",\s*)NULL(?=, /\* docstring)',
    )
]
_CALLED = re.compile(
    r"(PyObject \*CPyPy_(\w+)\(PyObject \*self, PyObject \*(?:const \*)?args, (size_t nargs)?[^)]*\) \{"
    r"(?:(?!CPyArg_Parse\w+\().)*CPyArg_Parse\w+\([^{]*\{\s*)return NULL;",
    re.DOTALL,
)
_UNFIT = re.compile(r'CPy_TypeError\("csplib\.kernel\.(?:csp|state)\.(CSP|State)", (obj_\w+)\)')
_UNTRACKED = re.compile(r"(?<=\n)(char CPyDef_\w*___untrack\(PyObject \*(\w+)\) \{)")
_TRACKED = re.compile(r"(?<=\n)(char CPyDef_\w*___is_tracked\(PyObject \*(\w+)\) \{)")
_HELD = re.compile(r"(?<=\n)(char CPyDef_\w*___raise_held\(void\) \{)")
_STARTED = re.compile(r"(?:PyObject \*C|PyMODINIT_FUNC )PyInit_\w+\(void\)\s*\{")

_AT_THE_TOP = """
#include <Python.h>

static PyObject *csplib_held[3];
static unsigned long csplib_held_in;

static PyObject *csplib_multiply(PyObject *one, PyObject *other)
{
    PyObject *product, *type, *value, *traceback;
    while (!(product = PyNumber_Multiply(one, other)) && PyLong_CheckExact(one) && PyLong_CheckExact(other)
           && !PyErr_ExceptionMatches(PyExc_MemoryError)) {
        PyErr_Fetch(&type, &value, &traceback);
        if (csplib_held[0]) {  /* the first one is enough */
            Py_XDECREF(type); Py_XDECREF(value); Py_XDECREF(traceback);
        } else {
            csplib_held[0] = type, csplib_held[1] = value, csplib_held[2] = traceback;
            csplib_held_in = PyThread_get_thread_ident();
        }
    }
    return product;
}

static int csplib_raise_held(void)
{
    if (!csplib_held[0] || csplib_held_in != PyThread_get_thread_ident())
        return 0;
    PyErr_Restore(csplib_held[0], csplib_held[1], csplib_held[2]);
    csplib_held[0] = NULL;
    return 1;
}

#define PyNumber_Multiply csplib_multiply
"""
_HELPERS = """
#define CSPLIB_MAIN_ONLY if (PyInterpreterState_Get() != PyInterpreterState_Main()) { \\
    PyErr_SetString(PyExc_ImportError, \\
        "the compiled csplib works in the main interpreter only: in a subinterpreter, install the pure one"); \\
    return NULL; }

static PyObject *csplib_refused(const char *signature, PyObject *args, PyObject *keywords)
{
    PyObject *type, *value, *traceback, *native = NULL, *words = NULL;
    PyErr_Fetch(&type, &value, &traceback);
    if (args && keywords && (native = PyImport_ImportModule("csplib.kernel.compiler")))
        words = PyObject_CallMethod(native, "refusal", "sOO", signature, args, keywords);
    if (words && PyUnicode_Check(words)) {
        PyErr_SetObject(PyExc_TypeError, words);
        Py_XDECREF(type); Py_XDECREF(value); Py_XDECREF(traceback);
    } else
        PyErr_Restore(type, value, traceback);
    Py_XDECREF(native); Py_XDECREF(words); Py_XDECREF(args); Py_XDECREF(keywords);
    return NULL;
}

static void csplib_unfit(const char *needed, PyObject *given)
{
    PyObject *native = PyImport_ImportModule("csplib.kernel.compiler");
    PyObject *errors = PyImport_ImportModule("csplib.errors");
    PyObject *kind = errors ? PyObject_GetAttrString(errors, "KindError") : NULL;
    PyObject *words = native && kind ? PyObject_CallMethod(native, "unfit", "sO", needed, given) : NULL;
    if (words)
        PyErr_SetObject(kind, words);
    Py_XDECREF(native); Py_XDECREF(errors); Py_XDECREF(kind); Py_XDECREF(words);
}

static PyObject *csplib_tuple(PyObject *const *items, Py_ssize_t size)
{
    PyObject *tuple = PyTuple_New(size);
    for (Py_ssize_t i = 0; tuple && i < size; i++)
        PyTuple_SET_ITEM(tuple, i, Py_NewRef(items[i]));
    return tuple;
}

static PyObject *csplib_keywords(PyObject *const *values, PyObject *names)
{
    PyObject *keywords = PyDict_New();
    for (Py_ssize_t i = 0; keywords && names && i < PyTuple_GET_SIZE(names); i++)
        PyDict_SetItem(keywords, PyTuple_GET_ITEM(names, i), values[i]);
    return keywords;
}
"""
_FROM_STACK = "csplib_tuple(args, nargs), csplib_keywords(args + nargs, kwnames)"
_FROM_TUPLE = "Py_NewRef(args), kw ? Py_NewRef(kw) : PyDict_New()"


def complete(source: Path, modules: Iterable[str]) -> None:
    """Add what is missing in the C file *source*, made from these *modules*."""
    known = {name: thing for module in modules for name, thing in _named(module)}

    def documented(place: re.Match[str]) -> str:
        return place[1] + _quoted(_documentation(known[place[2]])) if place[2] in known else place[0]

    def refused(place: re.Match[str]) -> str:
        if place[2] not in known:
            return place[0]
        function = known[place[2]]
        signature = _quoted(getattr(function, "__func__", function).__qualname__ + _parameters(function))
        return f"{place[1]}return csplib_refused({signature}, {_FROM_STACK if place[3] else _FROM_TUPLE});"

    text = source.read_text(encoding="utf-8")
    for pattern in _DOCUMENTED:
        text = pattern.sub(documented, text)
    text = _UNFIT.sub(r'csplib_unfit("\1", \2)', _CALLED.sub(refused, text))
    text = _UNTRACKED.sub(r"\1 if (PyObject_GC_IsTracked(\2)) PyObject_GC_UnTrack(\2);", text)
    text = _TRACKED.sub(r"\1 return PyObject_GC_IsTracked(\2);", text)
    text = _HELD.sub(r"\1 if (csplib_raise_held()) return 2;", text)
    text = _STARTED.sub(r"\g<0> CSPLIB_MAIN_ONLY", text)
    start = text.rindex("#include", 0, text.index("{"))
    start = text.index("\n", start)
    source.write_text(_AT_THE_TOP + text[:start] + _HELPERS + text[start:], encoding="utf-8")


def _named(module: str) -> Iterator[tuple[str, Any]]:
    """Yield the contents of *module* with their names in C: mypyc omits as much of the module's name as it can."""
    home = import_module(module)
    yield module, home
    own = [(name, thing) for name, thing in vars(home).items() if getattr(thing, "__module__", None) == module]
    path = module.split(".")
    for prefix in ["___".join(path[start:]) for start in range(len(path))]:
        for name, thing in own:
            if isinstance(thing, (FunctionType, type)):
                yield f"{prefix}___{name}", thing
            if isinstance(thing, type):
                for inner, member in vars(thing).items():
                    if isinstance(member, property):
                        yield f"{prefix}___{name}_get_{inner}", member
                    elif isinstance(member, (FunctionType, classmethod, staticmethod)):
                        yield f"{prefix}___{name}___{inner}", member


def _documentation(thing: Any) -> str | None:
    """Return the docstring; that of a function or class starts with its signature, as CPython expects it in C."""
    if isinstance(thing, (property, ModuleType)):
        return thing.__doc__
    name = getattr(thing, "__func__", thing).__name__
    return f"{name}{_parameters(thing)}\n--\n\n{thing.__doc__ or ''}"


def _parameters(thing: Any) -> str:
    """Return the parameters in brackets, without annotations, which C cannot have, and with self marked."""
    try:
        signature = inspect.signature(getattr(thing, "__func__", thing))
    except ValueError:  # an exception without an `__init__` of its own
        return "(*args)"
    bare = [one.replace(annotation=one.empty) for one in signature.parameters.values()]
    text = str(signature.replace(parameters=bare, return_annotation=signature.empty))
    is_method = not isinstance(thing, (type, staticmethod)) and "." in getattr(thing, "__func__", thing).__qualname__
    return text.replace("(", "($", 1) if is_method else text


def _quoted(text: str | None) -> str:
    """Return *text* as a string of C."""
    if text is None:
        return "NULL"
    plain = [chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03o}" for byte in text.encode()]
    return f'"{"".join(plain)}"'
