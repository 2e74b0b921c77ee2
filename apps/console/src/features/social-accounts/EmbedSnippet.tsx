import type { SocialAccount } from '@parley/contract/channels';
import { useTranslation } from 'react-i18next';
import { TextToCopy } from './TextToCopy.tsx';

type Properties = {
  /** Undefined, or without `embed`: nothing is shown. */
  account: SocialAccount | undefined;
  onClose: () => void;
};

/** The script tag that embeds the chat widget in the owner's website. */
export function EmbedSnippet({ account, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <TextToCopy
      account={account}
      text={account?.embed ?? null}
      title={t('socialAccounts.embedTitle')}
      hint={t('socialAccounts.embedHint')}
      label={t('socialAccounts.embed')}
      copyLabel={t('socialAccounts.copyEmbed')}
      onClose={onClose}
    />
  );
}
