// i18n-keys: splitDomains.states.*, splitDomains.problems.*
import { DeleteOutlined } from '@ant-design/icons';
import { maxSplitDomains, type SplitDomain, splitDomainName } from '@parley/contract/split-domains';
import { ConfirmPopover, CopyButton, ErrorPanel, useFormats, useToasts } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Modal, Skeleton, Space, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitDomains } from '../../entities/split-domains/queries.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useSplitDomainChanges } from './queries.ts';
import './split-domains.css';

/** Adds, verifies and removes the owner's link domains. */
export function SplitDomains({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const query = useQuery(splitDomains(useClient()));
  const changes = useSplitDomainChanges();
  return (
    <Modal open title={t('splitDomains.title')} footer={null} width={680} onCancel={onClose}>
      <p className="quiet">{t('splitDomains.hint')}</p>
      <AddDomain adding={changes.adding} />
      {query.data === undefined ? (
        query.error ? (
          <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton active />
        )
      ) : query.data.list.length === 0 ? (
        <p className="split-domains-none quiet">{t('splitDomains.none')}</p>
      ) : (
        <ul className="plain-list" aria-label={t('splitDomains.title')}>
          {query.data.list.map((domain) => (
            <li key={domain.id}>
              <Domain domain={domain} host={query.data.host} changes={changes} />
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}

type Changes = ReturnType<typeof useSplitDomainChanges>;

function AddDomain({ adding }: Pick<Changes, 'adding'>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const problem = isWrong ? t('splitDomains.wrong') : adding.error?.message;
  const type = (text: string) => {
    setTyped(text);
    setWrong(false);
    if (adding.isError) adding.reset();
  };
  const add = () => {
    const domain = splitDomainName.safeParse(typed);
    setWrong(!domain.success);
    if (domain.success) adding.mutate(domain.data, { onSuccess: () => setTyped('') });
  };
  return (
    <Form layout="vertical" onFinish={add}>
      <Form.Item
        label={t('splitDomains.add')}
        htmlFor="split-domain"
        extra={t('splitDomains.addHint', { most: number(maxSplitDomains) })}
        validateStatus={problem === undefined ? '' : 'error'}
        help={problem}
      >
        <Space.Compact block>
          <Input
            id="split-domain"
            className="code"
            placeholder="go.example.com"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={253}
            value={typed}
            onChange={({ target }) => type(target.value)}
          />
          <Button htmlType="submit" type="primary" loading={adding.isPending} disabled={typed.trim() === ''}>
            {t('splitDomains.addButton')}
          </Button>
        </Space.Compact>
      </Form.Item>
    </Form>
  );
}

const colours = { pending: 'gold', verified: 'green', lost: 'red' } as const;

type DomainProperties = { domain: SplitDomain; host: string; changes: Changes };

function Domain({ domain, host, changes: { verifying, removing } }: DomainProperties) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormats();
  const toasts = useToasts();
  const verify = () =>
    verifying.mutate(domain.id, {
      onSuccess: ({ state }) => {
        if (state === 'verified') toasts.success(t('splitDomains.verified', { domain: domain.domain }));
      },
    });
  return (
    <section aria-label={domain.domain}>
      <header className="split-domain-head">
        <span className="code split-domain-name">{domain.domain}</span>
        <Tag color={colours[domain.state]}>{t(`splitDomains.states.${domain.state}`)}</Tag>
        <span className="split-domain-buttons">
          <Button
            size="small"
            loading={verifying.isPending && verifying.variables === domain.id}
            onClick={verify}
          >
            {t(domain.state === 'verified' ? 'splitDomains.look' : 'splitDomains.verify')}
          </Button>
          <ConfirmPopover
            title={t('splitDomains.removeTitle', { domain: domain.domain })}
            description={t('splitDomains.removeHint', { count: domain.links, number: number(domain.links) })}
            okText={t('splitDomains.remove')}
            okButtonProps={{ danger: true }}
            onConfirm={() => removing.mutate(domain.id)}
          >
            <Button
              size="small"
              type="text"
              danger
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('splitDomains.removeOf', { domain: domain.domain })}
              loading={removing.isPending && removing.variables === domain.id}
            />
          </ConfirmPopover>
        </span>
      </header>
      {domain.checkedAt === null ? null : (
        <p className={domain.problem === null ? 'quiet' : 'split-domain-problem'} role="status">
          {domain.problem === null
            ? t('splitDomains.found', { time: dateTime(domain.checkedAt) })
            : t(`splitDomains.problems.${domain.problem}`, { time: dateTime(domain.checkedAt) })}
        </p>
      )}
      {domain.state === 'verified' ? (
        <p className="quiet">
          {t('splitDomains.links', { count: domain.links, number: number(domain.links) })}
        </p>
      ) : (
        <Steps domain={domain} host={host} />
      )}
    </section>
  );
}

/** True for an IP address, to which no CNAME record can point. */
const isAddress = (host: string) => /^[\d.]+$|:/.test(host);

/** The steps to a working domain: pointing it to this host, and verifying it in one of two ways. */
function Steps({ domain, host }: Omit<DomainProperties, 'changes'>) {
  const { t } = useTranslation();
  const { domain: name, recordName, proof, fileUrl } = domain;
  const save = () => saveFile(new Blob([`${proof}\n`], { type: 'text/plain' }), 'parley-verification.txt');
  return (
    <ol className="split-domain-steps">
      <li>
        {t(isAddress(host) ? 'splitDomains.pointAddress' : 'splitDomains.point', { domain: name, host })}
        <Value label={t('splitDomains.target')} text={host} />
      </li>
      <li>
        {t('splitDomains.record')}
        <Value label={t('splitDomains.recordName')} text={recordName} />
        <Value label={t('splitDomains.recordValue')} text={proof} />
        <p className="split-domain-or">{t('splitDomains.file')}</p>
        <Value label={t('splitDomains.fileUrl')} text={fileUrl} />
        <Button size="small" onClick={save}>
          {t('splitDomains.saveFile')}
        </Button>
      </li>
      <li>{t('splitDomains.last')}</li>
    </ol>
  );
}

function Value({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  return (
    <p className="split-domain-value">
      <span className="quiet">{label}</span>
      <span className="code">{text}</span>
      <CopyButton text={text} label={t('splitDomains.copy', { what: label })} />
    </p>
  );
}
