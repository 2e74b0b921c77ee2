import './quick-replies.css';
import type { QuickReply } from '@parley/contract/quick-replies';
import { ForeignText, useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { useMaterialLabel } from '../../entities/materials/use-material-label.ts';
import type { Column } from '../../ui/list/description.ts';

/** The number of languages named before the rest is only counted. */
const named = 3;

export function useQuickReplyColumns(): readonly Column<QuickReply>[] {
  const { t } = useTranslation();
  const labelOf = useMaterialLabel();
  const { dateTime, language: nameOf, number } = useFormats();
  return [
    {
      key: 'name',
      sort: 'name',
      title: t('quickReplies.name'),
      width: 140,
      render: ({ name }) => <ForeignText className="clip">{`/${name}`}</ForeignText>,
    },
    {
      key: 'title',
      sort: 'title',
      title: t('quickReplies.replyTitle'),
      width: 170,
      render: ({ title }) => <ForeignText className="clip">{title}</ForeignText>,
    },
    {
      key: 'content',
      title: t('quickReplies.content'),
      width: 280,
      render: ({ content }) => <ForeignText className="quick-reply-content">{content}</ForeignText>,
    },
    {
      key: 'languages',
      title: t('quickReplies.languages'),
      hint: t('quickReplies.languagesHint'),
      width: 190,
      render: ({ language, translations }) => {
        const all = [language, ...translations.map((one) => one.language)];
        const names = all.slice(0, named).map(nameOf).join(t('quickReplies.separator'));
        return all.length > named
          ? t('quickReplies.andMore', { names, number: number(all.length - named) })
          : names;
      },
    },
    {
      key: 'material',
      title: t('quickReplies.medium'),
      minor: true,
      width: 170,
      render: ({ material }) =>
        material === null ? null : <ForeignText className="clip">{labelOf(material)}</ForeignText>,
    },
    {
      key: 'updatedAt',
      sort: 'updatedAt',
      title: t('quickReplies.updatedAt'),
      minor: true,
      width: 150,
      className: 'numeric',
      render: ({ updatedAt }) => dateTime(updatedAt),
    },
  ];
}
