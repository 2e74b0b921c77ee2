// i18n-keys: account.state.*
import type { DeskSocialAccount } from '@parley/contract/channels';
import { useTranslation } from 'react-i18next';
import { useOwnReason } from './state-reason.ts';

type Properties = { account: Pick<DeskSocialAccount, 'state' | 'stateReason'> };

/** A dot that encodes the state by shape and color, with the state's name for those who can't see it. */
export function AccountState({ account: { state, stateReason } }: Properties) {
  const { t } = useTranslation();
  const own = useOwnReason()(stateReason);
  const name = state !== 'online' && own !== null ? own : t(`account.state.${state}`);
  return (
    <span className="desk-dot" data-state={state} title={name}>
      <span className="only-read-aloud">{name}</span>
    </span>
  );
}
