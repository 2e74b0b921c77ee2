import './settings.css';
import { getDeskSettings, inheritedSettings, languageTags, putDeskSettings } from '@parley/contract';
import { LanguageSelect, useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';

/** Asked for once in a session, apart from the form that changes the same settings. */
const questionKey = ['translation-settings', 'question'];

/** The catalogue's tag for an interface language: `en` for `en-US`. */
function presetOf(language: string): string {
  const [short = ''] = language.split('-');
  return languageTags.find((tag) => tag === language) ?? languageTags.find((tag) => tag === short) ?? 'en';
}

/**
 * Asks an agent once which language they read. The answer is the sub-account's own setting on the server; until there
 * is one, messages arrive in the language of the workspace, which this agent may not read.
 */
export function LanguageQuestion() {
  const { t, i18n } = useTranslation();
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const toast = useErrorToast();
  const [chosen, setChosen] = useState<string>();
  const settings = useQuery({
    queryKey: questionKey,
    queryFn: ({ signal }) => client.call(getDeskSettings, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const own = settings.data?.own ?? inheritedSettings;
  const language = chosen ?? presetOf(i18n.language);
  const save = useMutation({
    mutationFn: () =>
      client.call(putDeskSettings, { body: { own: { ...own, receiveTargetLanguage: language } } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(questionKey, saved);
      void toasts.success(t('settings.saved'));
    },
    onError: toast,
  });
  if (settings.data === undefined || own.receiveTargetLanguage !== null) return null;
  return (
    <section className="desk-language-question" aria-label={t('settings.question')}>
      <span>{t('settings.question')}</span>
      <span className="desk-language-choice">
        <LanguageSelect
          label={t('settings.receiveTarget')}
          value={language}
          placeholder={t('settings.receiveTarget')}
          onChange={(tag) => setChosen(tag ?? undefined)}
        />
      </span>
      <Button type="primary" size="small" loading={save.isPending} onClick={() => save.mutate()}>
        {t('settings.save')}
      </Button>
      <small>{t('settings.questionHint')}</small>
    </section>
  );
}
