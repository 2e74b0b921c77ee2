import { type PlatformId, platforms } from '@parley/contract/catalogues';
import { accountLinkLimits, readAccountLinks, type TypedLink } from '@parley/contract/split-links';
import { interfaceLanguageOf, useFormats } from '@parley/ui';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DraftSource } from './split-link-values.ts';

/** Returns the parsed links of the surrounding form. */
export function useTypedLinks(): TypedLink[] {
  const platform = Form.useWatch<PlatformId | undefined>('platform');
  const links = Form.useWatch<string | undefined>('links');
  return typedLinksOf({ platform, links });
}

type LinkValues = { platform?: PlatformId | undefined; links?: string | undefined };

export const typedLinksOf = ({ platform, links = '' }: LinkValues): TypedLink[] =>
  platform === undefined ? [] : readAccountLinks(platform, links);

/** The number of invalid links named below the field. */
const named = 3;
const shortened = (text: string) => [...text].slice(0, 60).join('');

/** Counts the valid links during typing, and names the first invalid ones by line. */
export function LinksField() {
  const { t, i18n } = useTranslation();
  const platform = Form.useWatch<PlatformId | undefined>('platform');
  const sources = Form.useWatch<DraftSource[] | undefined>('sources') ?? [];
  const links = useTypedLinks();
  const { number } = useFormats();
  const name = platform === undefined ? '' : platforms[platform].names[interfaceLanguageOf(i18n.language)];
  return (
    <Form.Item
      name="links"
      label={t('splitLinks.links')}
      dependencies={['platform', 'sources']}
      required={sources.length === 0}
      extra={<LinkCounts links={links} />}
      rules={[
        {
          validator: async () => {
            if (platform === undefined) return;
            if (links.length === 0 && sources.length === 0) throw new Error(t('splitLinks.noLinks'));
            if (links.length > accountLinkLimits.count)
              throw new Error(t('splitLinks.tooManyLinks', { most: number(accountLinkLimits.count) }));
            const wrong = links.find(({ isValid }) => !isValid);
            if (wrong !== undefined)
              throw new Error(t('splitLinks.wrongLink', { link: shortened(wrong.text), platform: name }));
          },
        },
      ]}
    >
      <Input.TextArea dir="ltr" spellCheck={false} autoSize={{ minRows: 3, maxRows: 10 }} />
    </Form.Item>
  );
}

function LinkCounts({ links }: { links: readonly TypedLink[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const wrong = links.filter(({ isValid }) => !isValid);
  const places = wrong
    .slice(0, named)
    .map(({ line, text }) => t('splitLinks.wrongPlace', { line: number(line), link: shortened(text) }));
  return (
    <span aria-live="polite" className="split-counts">
      {t('splitLinks.linksHint')}{' '}
      {links.length === 0 ? null : (
        <strong>
          {t('splitLinks.validLinks', {
            valid: number(links.length - wrong.length),
            all: number(links.length),
          })}
        </strong>
      )}{' '}
      {wrong.length === 0 ? null : (
        <span className="split-wrong" dir="auto">
          {t('splitLinks.wrongLinks', { count: wrong.length, number: number(wrong.length) })}{' '}
          {places.join(', ')}
          {wrong.length > named ? ' …' : ''}
        </span>
      )}
    </span>
  );
}
