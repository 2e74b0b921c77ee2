import './settings.css';
import { languageTags } from '@parley/contract/catalogues';
import { getDeskSettings, inheritedSettings, putDeskSettings } from '@parley/contract/conversations';
import { LanguageSelect, useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { ownSettingsKey, refreshSettingsInForce } from '../../lib/settings-in-force.ts';

/** Returns the catalogue's tag for an interface language: `en` for `en-US`. */
function presetOf(language: string): string {
  const [short = ''] = language.split('-');
  return languageTags.find((tag) => tag === language) ?? languageTags.find((tag) => tag === short) ?? 'en';
}

/**
 * Asks an agent once which language they read. The answer is stored on the server as the sub-account's own setting;
 * until then, messages arrive in the workspace's language, which this agent may not read. The question disappears with
 * its focused button once it is answered; `onAnswered` moves the focus elsewhere.
 */
export function LanguageQuestion({ onAnswered }: { onAnswered?: () => void }) {
  const { t, i18n } = useTranslation();
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const toast = useErrorToast();
  const [chosen, setChosen] = useState<string>();
  const settings = useQuery({
    queryKey: ownSettingsKey,
    queryFn: ({ signal }) => client.call(getDeskSettings, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const language = chosen ?? presetOf(i18n.language);
  const save = useMutation({
    // Apply to the currently stored settings: another form or device may have saved since the question was shown.
    mutationFn: async () => {
      const { own: stored } = await client.call(getDeskSettings, {});
      const answered = { ...(stored ?? inheritedSettings), receiveTargetLanguage: language };
      return client.call(putDeskSettings, { body: { own: answered } });
    },
    onSuccess: (saved) => {
      refreshSettingsInForce(queryClient);
      queryClient.setQueryData(ownSettingsKey, saved);
      void toasts.success(t('settings.saved'));
      onAnswered?.();
    },
    onError: toast,
  });
  if (settings.data === undefined || (settings.data.own?.receiveTargetLanguage ?? null) !== null) return null;
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
