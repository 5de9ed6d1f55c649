"""How many changes of the code its tests notice.

    python -m benchmarks.mutants constants [PATH …] [--match TEXT]
    python -m benchmarks.mutants sample [PATH …] [--count 300] [--seed 21] [--without OUTPUT] [--jobs 2]

`constants` changes each number of PATH (`extraction/content` by default) by a quarter, up and down, and runs the tests of main
content. `sample` makes COUNT random changes in the files below PATH (`extraction contract` by default): comparisons, conditions,
arithmetic, numbers, results. It runs the tests in the folder that mirrors the one of the changed file. Both print what no test
noticed. Some of it is equal in its effect, or only a matter of speed, so 100 % is not the goal.

Files are not changed. All tests are collected once; then each change runs in a fork, which puts the changed code into the imported
module. What no test notices is run again in a fork that imports everything anew, because values that a module makes on import
are not changed otherwise. Code that the tests start as a new process does not see a change. A change that takes more than its
share of processor time counts as noticed.
"""
