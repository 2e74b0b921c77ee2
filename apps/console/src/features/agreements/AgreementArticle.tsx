import './agreements.css';
import { ErrorPanel, interfaceLanguageOf } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AgreementName, AgreementText, AgreementVersion } from './agreement.ts';
import { agreementText } from './queries.ts';

/** Shows a legal text in the reader's language, with numbered, linkable clauses. */
export function AgreementArticle({ name }: { name: AgreementName }) {
  const { i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const { data, error, refetch } = useQuery(agreementText(name, language));
  if (data !== undefined) return <Article text={data} language={language} />;
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

function Article({ text, language }: { text: AgreementText; language: string }) {
  const { t } = useTranslation();
  const { title, version, effective, introduction, clauses, versions } = text;
  return (
    <article className="agreement panel" lang={language}>
      <h1>{title}</h1>
      <p className="quiet">
        {version === undefined ? null : `${t('agreements.version', { version })} · `}
        {t('agreements.effective')} <Day day={effective} language={language} />
      </p>
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
      {versions === undefined ? null : <Versions versions={versions} language={language} />}
    </article>
  );
}

function Day({ day, language }: { day: string; language: string }) {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return <time dateTime={day}>{format.format(new Date(day))}</time>;
}

type VersionsProperties = { versions: readonly AgreementVersion[]; language: string };

/** All versions with their dates, so that a reader finds the one by which an earlier figure was counted. */
function Versions({ versions, language }: VersionsProperties) {
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
    </section>
  );
}
