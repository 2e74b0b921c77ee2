// i18n-keys: account.state.*
import type { ConnectionState } from '@parley/contract';
import { useTranslation } from 'react-i18next';

/** A dot whose shape differs with its colour, and the state's name for those who can't see it. */
export function AccountState({ state }: { state: ConnectionState }) {
  const { t } = useTranslation();
  return (
    <span className="desk-dot" data-state={state} title={t(`account.state.${state}`)}>
      <span className="only-read-aloud">{t(`account.state.${state}`)}</span>
    </span>
  );
}
