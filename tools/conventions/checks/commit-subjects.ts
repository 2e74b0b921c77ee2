import type { ConventionCheck, Finding } from '../finding.ts';

const longest = 72;
const shape = /^[a-z0-9.-]+(, [a-z0-9.-]+)*: (?<verb>[A-Z][\w-]*)\b.*\.$/;
/** "Adds", "Added" and "Adding", but not "Process", "Need" or "Bring". */
const notImperative = /(?:[^s]s|[^e]ed|ing)$/;
const imperative = /^(?:Focus|Bring|Ring|String|Spring|Swing|Embed|Shed|Wed|Bus|Canvas|Bias)$/;

function problemOf(subject: string): string | undefined {
  if (subject.length > longest) return `${subject.length} characters, at most ${longest}`;
  const verb = shape.exec(subject)?.groups?.verb;
  if (verb === undefined) return 'no "area: Imperative sentence."';
  return notImperative.test(verb) && !imperative.test(verb) ? `"${verb}" is no imperative` : undefined;
}

/** Requires imperative subjects, so that the history reads as a list of changes by area. */
export const commitSubjects: ConventionCheck = {
  name: 'commit-subjects',
  run: (tree) =>
    (tree.commits ?? []).flatMap(({ id, subject }): Finding[] => {
      const problem = problemOf(subject);
      const cure = `Write "area: Imperative sentence.", at most ${longest} characters, and the reason in the body.`;
      return problem === undefined ? [] : [{ file: `commit ${id}`, line: 1, problem, cure }];
    }),
};
