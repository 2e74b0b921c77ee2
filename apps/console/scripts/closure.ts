/** The part of Vite's build manifest that is read here. */
export type Manifest = Readonly<Record<string, { file: string; imports?: readonly string[] }>>;

/** The files of these entries with everything that they import statically; throws when one is not in the build. */
export function closureOf(manifest: Manifest, starts: readonly string[]): string[] {
  const files = new Set<string>();
  const waiting = [...starts];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is not in the build's manifest`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    waiting.push(...(chunk.imports ?? []));
  }
  return [...files];
}
