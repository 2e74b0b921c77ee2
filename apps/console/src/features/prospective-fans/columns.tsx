import './prospective-fans.css';
import { platforms } from '@parley/contract/catalogues';
import { contactLinkOf, type ProspectiveFan } from '@parley/contract/prospective-fans';
import {
  CopyButton,
  ForeignText,
  interfaceLanguageOf,
  Moment,
  useConversationTitle,
  useFormats,
  useShownTimeZone,
} from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ProspectiveFanStateTag } from '../../entities/prospective-fans/ProspectiveFanStateTag.tsx';
import { countryName } from '../../lib/countries.ts';
import { paths } from '../../lib/paths.ts';
import type { Column } from '../../ui/list/description.ts';

/** Returns the name of an entry: the person's, else the contact. */
export const nameOfEntry = ({ name, contact }: Pick<ProspectiveFan, 'name' | 'contact'>) =>
  name.trim() === '' ? contact : name;

/** The person's name, and the contact as a link. */
function ContactCell({ entry: { name, contact } }: { entry: ProspectiveFan }) {
  const { t } = useTranslation();
  const link = contactLinkOf(contact);
  const text = <ForeignText className="clip">{contact}</ForeignText>;
  return (
    <span className="two-lines">
      {name.trim() === '' ? null : <ForeignText className="clip">{name}</ForeignText>}
      <span className="with-copy">
        {link === null ? text : <a href={link}>{text}</a>}
        <CopyButton text={contact} label={t('prospectiveFans.copy', { contact })} />
      </span>
    </span>
  );
}

function OriginCell({ entry: { country, language, platform } }: { entry: ProspectiveFan }) {
  const { i18n } = useTranslation();
  const formats = useFormats();
  const shown = interfaceLanguageOf(i18n.language);
  const place = [
    ...(country === null ? [] : [countryName(country, shown)]),
    ...(language === null ? [] : [formats.language(language)]),
  ];
  return (
    <span className="two-lines">
      <span>{place.length === 0 ? '–' : place.join(' · ')}</span>
      <span className="quiet">{platforms[platform].names[shown]}</span>
    </span>
  );
}

function StateCell({ entry: { state, reason } }: { entry: ProspectiveFan }) {
  return (
    <span className="two-lines">
      <span>
        <ProspectiveFanStateTag state={state} />
      </span>
      {reason === '' ? null : <ForeignText className="quiet clip">{reason}</ForeignText>}
    </span>
  );
}

function HolderCell({ entry: { holder, conversation, state } }: { entry: ProspectiveFan }) {
  const { t } = useTranslation();
  const titleOf = useConversationTitle();
  const ended = state === 'done' || state === 'given-up';
  return (
    <span className="two-lines">
      {holder === null ? (
        <span className="quiet">{ended ? t('prospectiveFans.byOwner') : '–'}</span>
      ) : (
        <ForeignText className="clip">
          {holder.authorName === null ? holder.name : `${holder.authorName} (${holder.name})`}
        </ForeignText>
      )}
      {conversation === null ? null : (
        <Link to={`${paths.chatHistory}?conversation=${conversation.id}`}>
          <ForeignText className="clip">{titleOf(conversation)}</ForeignText>
        </Link>
      )}
    </span>
  );
}

/** Returns builders for text columns and for the sortable time columns. */
function useCells() {
  const { dateTime } = useFormats();
  const { t } = useTranslation();
  const zone = useShownTimeZone();
  const words = (
    key: string,
    title: string,
    width: number,
    textOf: (entry: ProspectiveFan) => string,
    className = 'clip',
  ): Column<ProspectiveFan> => ({
    key,
    title,
    width,
    render: (entry) => {
      const text = textOf(entry);
      if (text.trim() === '') return <span className="quiet">–</span>;
      return <ForeignText className={className}>{text}</ForeignText>;
    },
  });
  const time = (key: 'createdAt' | 'since', title: string): Column<ProspectiveFan> => ({
    key,
    title: zone === undefined ? title : t('zones.of', { what: title, zone }),
    width: 150,
    className: 'numeric',
    sort: key,
    render: (entry) => <Moment at={entry[key]}>{dateTime(entry[key])}</Moment>,
  });
  return { words, time };
}

export function useProspectiveFanColumns(): readonly Column<ProspectiveFan>[] {
  const { t } = useTranslation();
  const { words, time } = useCells();
  return [
    {
      key: 'contact',
      title: t('prospectiveFans.contact'),
      width: 210,
      render: (entry) => <ContactCell entry={entry} />,
    },
    words('message', t('prospectiveFans.message'), 260, ({ message }) => message, 'prospective-fan-text'),
    {
      key: 'state',
      title: t('prospectiveFans.state'),
      width: 130,
      render: (entry) => <StateCell entry={entry} />,
    },
    {
      key: 'holder',
      title: t('prospectiveFans.holder'),
      width: 170,
      render: (entry) => <HolderCell entry={entry} />,
    },
    words('splitLink', t('splitLinks.one'), 150, ({ splitLinkName }) => splitLinkName),
    {
      key: 'origin',
      title: t('prospectiveFans.origin'),
      width: 160,
      render: (entry) => <OriginCell entry={entry} />,
    },
    time('createdAt', t('prospectiveFans.createdAt')),
    { ...time('since', t('prospectiveFans.since')), minor: true },
    {
      ...words('note', t('prospectiveFans.note'), 200, ({ note }) => note, 'prospective-fan-text'),
      minor: true,
    },
  ];
}
