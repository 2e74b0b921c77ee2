/**
 * The seed of a run: all random values of its tests and the order of its files follow from it. The runner prints it; a
 * run again: `TEST_SEED=<its seed>`.
 */
export const runSeed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
