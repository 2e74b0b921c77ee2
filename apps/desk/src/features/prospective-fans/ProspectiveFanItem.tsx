// i18n-keys: prospectiveFan.state.* prospectiveFan.act.* prospectiveFan.holder.*
import { platforms } from '@parley/contract/catalogues';
import { contactLinkOf, type DeskProspectiveFan } from '@parley/contract/prospective-fans';
import {
  CopyButton,
  interfaceLanguageOf,
  Moment,
  printableLine,
  useConversationTitle,
  useFormats,
} from '@parley/ui';
import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ActName, possibleActs } from './possible-acts.ts';

const colours = { open: 'warning', claimed: 'default', done: 'success', 'given-up': 'default' } as const;

type Properties = {
  entry: DeskProspectiveFan;
  disabled: boolean;
  pathOf: (conversationId: string) => string;
  onAct: (entry: DeskProspectiveFan, act: ActName) => void;
  /** Called when a link leaves the list. */
  onLeave: () => void;
};

/** Returns the display name of an entry: the person's name, else the contact. */
export const nameOfEntry = ({ name, contact }: Pick<DeskProspectiveFan, 'name' | 'contact'>) =>
  printableLine(name.trim() === '' ? contact : name, 60);

export function ProspectiveFanItem({ entry, disabled, pathOf, onAct, onLeave }: Properties) {
  const { t } = useTranslation();
  const { contact, message, note, reason, state } = entry;
  const name = nameOfEntry(entry);
  return (
    <li tabIndex={-1} data-entry={entry.id} aria-label={name}>
      <span className="desk-prospective-fan-head">
        {entry.name.trim() === '' ? (
          <span className="desk-prospective-fan-unnamed">{t('prospectiveFan.unnamed')}</span>
        ) : (
          <bdi className="desk-cut">{name}</bdi>
        )}
        <Tag color={colours[state]}>{t(`prospectiveFan.state.${state}`)}</Tag>
      </span>
      <span className="desk-prospective-fan-contact">
        <Contact contact={contact} />
        <CopyButton
          text={contact}
          label={t('prospectiveFan.copy', { contact: printableLine(contact, 60) })}
        />
      </span>
      {message === '' ? null : (
        <bdi className="desk-prospective-fan-text" lang={entry.language ?? undefined}>
          {message}
        </bdi>
      )}
      <Origin entry={entry} />
      <Holder entry={entry} />
      <Became entry={entry} pathOf={pathOf} onLeave={onLeave} />
      {reason === '' ? null : (
        <bdi className="desk-prospective-fan-text">{t('prospectiveFan.reasonIs', { reason })}</bdi>
      )}
      {note === '' ? null : <bdi className="desk-prospective-fan-note">{note}</bdi>}
      <span className="desk-prospective-fan-acts">
        {possibleActs(entry).map((act, at) => (
          <Button
            key={act}
            size="small"
            type={
              at === 0 && !entry.taken && state !== 'done' && state !== 'given-up' ? 'primary' : 'default'
            }
            disabled={disabled}
            aria-label={t('prospectiveFan.actOn', { act: t(`prospectiveFan.act.${act}`), name })}
            onClick={({ currentTarget }) => {
              // The button disappears with its action; further keys apply to the entry.
              currentTarget.closest<HTMLElement>('[data-entry]')?.focus();
              onAct(entry, act);
            }}
          >
            {t(`prospectiveFan.act.${act}`)}
          </Button>
        ))}
      </span>
    </li>
  );
}

/** Links a phone number or an e-mail address; any other visitor's input is plain text. */
function Contact({ contact }: { contact: string }) {
  const link = contactLinkOf(contact);
  const text = <bdi>{printableLine(contact, 120)}</bdi>;
  return link === null ? text : <a href={link}>{text}</a>;
}

function Origin({ entry }: { entry: DeskProspectiveFan }) {
  const { i18n } = useTranslation();
  const { dateTime, language: languageName } = useFormats();
  const shown = interfaceLanguageOf(i18n.language);
  const { splitLinkName, platform, country, language, createdAt } = entry;
  const regions = new Intl.DisplayNames([shown], { type: 'region' });
  const parts = [
    platforms[platform].names[shown],
    ...(country === null ? [] : [regions.of(country) ?? country]),
    ...(language === null ? [] : [languageName(language)]),
  ];
  return (
    <small>
      <Moment at={createdAt}>{dateTime(createdAt)}</Moment> · <bdi>{printableLine(splitLinkName, 40)}</bdi>
      {parts.map((part) => ` · ${part}`).join('')}
    </small>
  );
}

function Holder({ entry: { state, since, holder, own } }: { entry: DeskProspectiveFan }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  if (state === 'open') return null;
  const person = holder?.authorName ?? null;
  const where = own ? t('prospectiveFan.holder.own') : (holder?.name ?? t('prospectiveFan.holder.owner'));
  const name = printableLine(person === null ? where : `${person} (${where})`, 80);
  return (
    <small>
      {t(`prospectiveFan.holder.${state}`)} <bdi>{name}</bdi> · <Moment at={since}>{dateTime(since)}</Moment>
    </small>
  );
}

type BecameProperties = Pick<Properties, 'entry' | 'pathOf' | 'onLeave'>;

function Became({ entry: { conversation }, pathOf, onLeave }: BecameProperties) {
  const { t } = useTranslation();
  const titleOf = useConversationTitle();
  if (conversation === null) return null;
  const title = printableLine(titleOf({ ...conversation, alias: null }), 60);
  return (
    <small>
      {t('prospectiveFan.conversationIs')}{' '}
      <Link to={pathOf(conversation.id)} onClick={onLeave}>
        <bdi>{title}</bdi>
      </Link>
    </small>
  );
}
