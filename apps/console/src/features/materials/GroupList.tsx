import { MoreOutlined, PlusOutlined } from '@ant-design/icons';
import type { AnswerOf } from '@parley/contract';
import {
  deleteMaterialGroup,
  type MaterialGroup,
  type materialGroups,
  orderMaterialGroups,
} from '@parley/contract/materials';
import { ForeignText, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Dropdown, Modal, Progress } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useFileSize } from './file-size.ts';
import { GroupForm } from './GroupForm.tsx';
import { useRefreshMaterials } from './use-refresh-materials.ts';

type Answer = AnswerOf<typeof materialGroups>;
type Properties = {
  answer: Answer;
  /** A group's id, `none` for materials without a group, or undefined for all. */
  chosen: string | undefined;
  onChoose: (group: string | undefined) => void;
};

type Opened = { what: 'form'; existing?: MaterialGroup } | { what: 'deletion'; group: MaterialGroup };

/** The groups with their counts, which filter the list, and the storage used by files. */
export function GroupList({ answer, chosen, onChoose }: Properties) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const total = answer.list.reduce((sum, { materials }) => sum + materials, answer.ungrouped);
  const entry = (group: string | undefined, name: ReactNode, count: number) => (
    <GroupEntry current={chosen === group} name={name} count={count} onChoose={() => onChoose(group)} />
  );
  return (
    <nav className="material-groups" aria-label={t('materials.groups')}>
      <ul>
        <li>{entry(undefined, t('materials.all'), total)}</li>
        {answer.list.map((group, at) => (
          <li key={group.id}>
            {entry(group.id, <ForeignText className="clip">{group.name}</ForeignText>, group.materials)}
            <GroupMenu groups={answer.list} at={at} group={group} onOpen={setOpened} />
          </li>
        ))}
        <li>{entry('none', t('materials.ungrouped'), answer.ungrouped)}</li>
      </ul>
      <Button icon={<PlusOutlined aria-hidden />} block onClick={() => setOpened({ what: 'form' })}>
        {t('materials.addGroup')}
      </Button>
      <Storage storage={answer.storage} />
      {opened?.what === 'form' ? <GroupForm existing={opened.existing} onClose={close} /> : null}
      {opened?.what === 'deletion' ? (
        <DeleteGroup
          group={opened.group}
          onClose={close}
          onDeleted={() => {
            if (chosen === opened.group.id) onChoose(undefined);
          }}
        />
      ) : null}
    </nav>
  );
}

type EntryProperties = { current: boolean; name: ReactNode; count: number; onChoose: () => void };

function GroupEntry({ current, name, count, onChoose }: EntryProperties) {
  const { number } = useFormats();
  return (
    <button type="button" className="material-group" aria-current={current} onClick={onChoose}>
      {name}
      <span className="quiet numeric">{number(count)}</span>
    </button>
  );
}

type MenuProperties = {
  groups: readonly MaterialGroup[];
  at: number;
  group: MaterialGroup;
  onOpen: (opened: Opened) => void;
};

function GroupMenu({ groups, at, group, onOpen }: MenuProperties) {
  const { t } = useTranslation();
  const client = useClient();
  const refresh = useRefreshMaterials();
  const toast = useErrorToast();
  const order = useMutation({
    mutationFn: (ids: string[]) => client.call(orderMaterialGroups, { body: { ids } }),
    onError: toast,
    onSettled: refresh,
  });
  const moveTo = (to: number) => {
    const ids = groups.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(at, 1));
    order.mutate(ids);
  };
  const items = [
    {
      key: 'rename',
      label: t('materials.renameGroup'),
      onClick: () => onOpen({ what: 'form', existing: group }),
    },
    { key: 'up', label: t('materials.moveUp'), disabled: at === 0, onClick: () => moveTo(at - 1) },
    {
      key: 'down',
      label: t('materials.moveDown'),
      disabled: at === groups.length - 1,
      onClick: () => moveTo(at + 1),
    },
    {
      key: 'delete',
      label: t('materials.deleteGroup'),
      danger: true,
      onClick: () => onOpen({ what: 'deletion', group }),
    },
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden />}
        aria-haspopup="menu"
        aria-label={t('materials.groupMenu', { name: group.name })}
      />
    </Dropdown>
  );
}

type DeletionProperties = { group: MaterialGroup; onClose: () => void; onDeleted: () => void };

function DeleteGroup({ group, onClose, onDeleted }: DeletionProperties) {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const toast = useErrorToast();
  const refresh = useRefreshMaterials();
  const removal = useMutation({
    mutationFn: () => client.call(deleteMaterialGroup, { body: { groupId: group.id } }),
    onSuccess: () => {
      toasts.success(t('materials.groupDeleted'));
      onDeleted();
      onClose();
    },
    onError: toast,
    onSettled: refresh,
  });
  return (
    <Modal
      open
      title={t('materials.deleteGroupTitle', { name: group.name })}
      okText={t('materials.delete')}
      okButtonProps={{ danger: true }}
      cancelText={t('materials.cancel')}
      confirmLoading={removal.isPending}
      onOk={() => removal.mutate()}
      onCancel={onClose}
    >
      <p>{t('materials.deleteGroupHint', { count: group.materials })}</p>
    </Modal>
  );
}

function Storage({ storage: { used, limit } }: { storage: Answer['storage'] }) {
  const { t } = useTranslation();
  const size = useFileSize();
  const percent = Math.min(100, Math.round((used / limit) * 100));
  return (
    <div className="material-storage">
      <span className="quiet small">{t('materials.storage', { used: size(used), limit: size(limit) })}</span>
      <Progress
        size="small"
        percent={percent}
        showInfo={false}
        status={percent >= 95 ? 'exception' : 'normal'}
        aria-label={t('materials.storageLabel')}
      />
    </div>
  );
}
