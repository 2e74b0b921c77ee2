import { describe, expect, test } from 'vitest';
import { fillIn, nounOf, singularOf } from './nouns.ts';

describe('nouns', () => {
  test.each([
    ['materials', 'material'],
    ['reply-templates', 'reply-template'],
    ['categories', 'category'],
    ['boxes', 'box'],
    ['classes', 'class'],
    ['patches', 'patch'],
    ['leases', 'lease'],
  ])('%s is many of %s', (plural, singular) => {
    expect(singularOf(plural)).toBe(singular);
  });

  test.each(['', 'Fans', 'reply_templates', '../x', 'fans/x', '-fans', 'fans-', '2fans'])(
    '%j is no name',
    (typed) => {
      expect(() => nounOf(typed)).toThrow('plural noun in kebab-case');
    },
  );

  test('refuses a noun in the singular', () => {
    expect(() => nounOf('reply-template')).toThrow('is no plural');
  });

  test('a template is filled in, in every form', () => {
    const template =
      '__noun__ __nouns__ __Noun__ __Nouns__ __kebab-noun__ __kebab-nouns__ __snake_nouns___name __plain noun__ __plain nouns__ __Plain nouns__ create__Noun__';
    expect(fillIn(template, nounOf('reply-templates'))).toBe(
      'replyTemplate replyTemplates ReplyTemplate ReplyTemplates reply-template reply-templates reply_templates_name reply template reply templates Reply templates createReplyTemplate',
    );
  });
});
