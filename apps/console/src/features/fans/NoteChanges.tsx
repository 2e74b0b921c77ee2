// i18n-keys: fans.alias, fans.phone, fans.email, fans.note
import './fans.css';
import type { FanEvent, NoteChange } from '@parley/contract/fans';
import { isolated } from '@parley/ui';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** Notes about a fan that were added, replaced or removed in one change, and by whom. */
export function NoteChanges({ event }: { event: Extract<FanEvent, { kind: 'notes' }> }) {
  const { t } = useTranslation();
  const { subAccountId, subAccountName, by, byName } = event;
  const nameOf = (name: string) => isolated(name || t('fans.gone'));
  return (
    <div>
      {event.changes.map((change) => (
        <div key={change.field} className="fan-note-change">
          {sentenceOf(t, change)}
        </div>
      ))}
      <div className="quiet">
        {by === 'owner' ? t('fans.byOwner') : t('fans.byAgent', { agent: nameOf(byName) })}
      </div>
      {subAccountId === null ? null : (
        <div className="quiet">{t('fans.noteOnly', { agent: nameOf(subAccountName) })}</div>
      )}
    </div>
  );
}

function sentenceOf(t: TFunction, { field, ...change }: NoteChange): string {
  const texts = { field: t(`fans.${field}`), before: isolated(change.before), after: isolated(change.after) };
  if (change.before === '') return t('fans.noteAdded', texts);
  return change.after === '' ? t('fans.noteRemoved', texts) : t('fans.noteReplaced', texts);
}
