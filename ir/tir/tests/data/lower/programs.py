"""Programs for passes that `tvm.lower` does not make from schedules."""
PROGRAMS = {}
