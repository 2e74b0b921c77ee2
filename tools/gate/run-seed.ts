/**
 * The seed of a run, which determines all random values of its tests and the order of its files. The runner prints it;
 * `TEST_SEED=<its seed>` repeats the run.
 */
export const runSeed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
