import './agreements.css';
import { ErrorPanel, interfaceLanguageOf } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AgreementName, AgreementText } from './agreement.ts';
import { agreementText } from './queries.ts';
import { textOfVersion, type VersionedText } from './versioned-text.ts';

/** Shows a legal text in the reader's language, with numbered, linkable clauses. */
export function AgreementArticle({ name }: { name: AgreementName }) {
  const { i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const { data, error, refetch } = useQuery(agreementText(name, language));
  if (data !== undefined) {
    return 'versions' in data ? (
      <VersionedArticle text={data} language={language} />
    ) : (
      <Article text={data} language={language} />
    );
  }
  return (
    <div className="agreement panel">
      {error ? (
        <ErrorPanel problem={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </div>
  );
}

type ArticleProperties = {
  text: AgreementText;
  language: string;
  beforeText?: ReactNode;
  afterText?: ReactNode;
};

function Article({ text, language, beforeText, afterText }: ArticleProperties) {
  const { t } = useTranslation();
  const { title, effective, introduction, clauses } = text;
  return (
    <article className="agreement panel" lang={language}>
      <h1>{title}</h1>
      <p className="quiet">
        {t('agreements.effective')} <Day day={effective} language={language} />
      </p>
      {beforeText}
      {introduction.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <nav aria-label={t('agreements.contents')}>
        <ol>
          {clauses.map((clause, index) => (
            <li key={clause.title}>
              <a href={`#clause-${index + 1}`}>{clause.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {clauses.map((clause, index) => (
        <section key={clause.title} id={`clause-${index + 1}`}>
          <h2>
            {index + 1}. {clause.title}
          </h2>
          {clause.paragraphs.map((paragraph, at) => (
            <p key={paragraph} className="clause">
              <span className="numeric">
                {index + 1}.{at + 1}
              </span>
              <span>{paragraph}</span>
            </p>
          ))}
        </section>
      ))}
      {afterText}
    </article>
  );
}

const dayIn = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

function Day({ day, language }: { day: string; language: string }) {
  return <time dateTime={day}>{dayIn(language, day)}</time>;
}

type VersionedProperties = { text: VersionedText; language: string };

/** Shows the version that the URL names, the current one by default, and all versions to choose from. */
function VersionedArticle({ text, language }: VersionedProperties) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const shown = textOfVersion(text, query.get('version'));
  const labelOf = (version: number, day: string) =>
    `${t('agreements.version', { version })} · ${dayIn(language, day)}`;
  const current = text.versions[0]?.version;
  const choice = (
    <>
      <Select
        aria-label={t('agreements.versions')}
        value={shown.version}
        options={text.versions.map(({ version, effective }) => ({
          value: version,
          label:
            version === current
              ? t('agreements.current', { version: labelOf(version, effective) })
              : labelOf(version, effective),
        }))}
        onChange={(version) => setQuery(version === current ? {} : { version: String(version) })}
        popupMatchSelectWidth={false}
      />
      {shown.replacedBy === undefined ? null : (
        <p role="status">
          {t('agreements.replaced', {
            version: shown.replacedBy.version,
            day: dayIn(language, shown.replacedBy.effective),
          })}
        </p>
      )}
    </>
  );
  return (
    <Article
      text={shown}
      language={language}
      beforeText={choice}
      afterText={<Changes text={text} language={language} />}
    />
  );
}

/** Lists the changes of all versions and the corrections of the wording, so that a reader can tell the two apart. */
function Changes({ text: { versions, corrections }, language }: VersionedProperties) {
  const { t } = useTranslation();
  return (
    <section>
      <h2>{t('agreements.versions')}</h2>
      <dl className="agreement-versions">
        {versions.map(({ version, effective, change }) => (
          <div key={version}>
            <dt>
              {t('agreements.version', { version })} · <Day day={effective} language={language} />
            </dt>
            <dd>{change}</dd>
          </div>
        ))}
      </dl>
      {corrections.length === 0 ? null : (
        <>
          <h2>{t('agreements.corrections')}</h2>
          <p>{t('agreements.correctionsHint')}</p>
          <dl className="agreement-versions">
            {corrections.map(({ day, change }) => (
              <div key={change}>
                <dt>
                  <Day day={day} language={language} />
                </dt>
                <dd>{change}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
