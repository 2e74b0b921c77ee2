/** A noun in every form that a module uses. */
export type Noun = {
  /** `reply-templates`: for folders and the migration. */
  kebabPlural: string;
  /** `reply-template`: for error codes. */
  kebab: string;
};

/** Returns the singular of a regular English plural: `categories`, `boxes`, `materials`. */
export function singularOf(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/.test(plural)) return plural.slice(0, -2);
  return plural.replace(/s$/, '');
}

/** Parses the noun that a user entered; throws with the cure if it is unsuitable for a module. */
export function nounOf(typed: string): Noun {
  if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(typed)) {
    throw new Error(
      `"${typed}" is no module's name. Take a plural noun in kebab-case, such as reply-templates.`,
    );
  }
  const kebab = singularOf(typed);
  if (kebab === typed)
    throw new Error(`"${typed}" is no plural. A module is named after many: reply-templates.`);
  return { kebabPlural: typed, kebab };
}

const camel = (kebab: string) => kebab.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Replaces the placeholders of a template: `__nouns__`, `__Noun__`, `__kebab-noun__`, `__plain nouns__` and so on. */
export function fillIn(template: string, { kebab, kebabPlural }: Noun): string {
  const words: Record<string, string> = {
    __noun__: camel(kebab),
    __nouns__: camel(kebabPlural),
    __Noun__: capital(camel(kebab)),
    __Nouns__: capital(camel(kebabPlural)),
    '__kebab-noun__': kebab,
    '__kebab-nouns__': kebabPlural,
    __snake_nouns__: kebabPlural.replaceAll('-', '_'),
    '__plain noun__': kebab.replaceAll('-', ' '),
    '__plain nouns__': kebabPlural.replaceAll('-', ' '),
    '__Plain nouns__': capital(kebabPlural.replaceAll('-', ' ')),
  };
  return Object.entries(words).reduce(
    (text, [placeholder, word]) => text.replaceAll(placeholder, word),
    template,
  );
}
