/**
 * Returns the environment that a command started by a test takes over from the runner: how to find and load programs, and
 * none of Parley's variables.
 */
export function inheritedVariables(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS };
}
