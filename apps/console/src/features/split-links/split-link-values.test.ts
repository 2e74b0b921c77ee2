import { describe, expect, it } from 'vitest';
import { begunWith, formFrom, valuesOf } from './split-link-values.ts';
import { someSplitLink, someTarget } from './testing/split-links.ts';

describe('the form of a split link', () => {
  it('keeps a link’s settings by its text', () => {
    const link = someSplitLink({
      targets: [someTarget({ weight: 3 }), someTarget({ url: 'https://t.me/ben' })],
    });
    const draft = valuesOf(link);
    expect(draft.links).toBe('https://t.me/ana\nhttps://t.me/ben');
    const { targets } = formFrom({ ...draft, links: 'https://t.me/cat https://t.me/ana\nhttps://t.me/cat' });
    expect(targets).toEqual([
      { url: 'https://t.me/cat', socialAccountId: null, weight: 1, dailyCap: null, enabled: true },
      { url: 'https://t.me/ana', socialAccountId: null, weight: 3, dailyCap: null, enabled: true },
    ]);
  });

  it('sends an empty default address as none', () => {
    expect(formFrom({ ...valuesOf(someSplitLink()), defaultUrl: ' ' }).defaultUrl).toBeNull();
  });

  it('begins a copy without a name', () => {
    expect(begunWith(someSplitLink())).toMatchObject({ name: '', links: 'https://t.me/ana' });
  });
});
