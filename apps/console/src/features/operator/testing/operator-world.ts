/** The operator's records, as owners and the operator see them. */
import type { AnswerOf } from '@parley/contract';
import type { certificationPage } from '@parley/contract/identity';
import type { PublishedNotification } from '@parley/contract/notifications';
import type { mailPage, OwnerAccount } from '@parley/contract/operator';
import type { KeptContact } from '@parley/contract/support';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

export type OperatorWorld = {
  /** With when the one owner of this world has read it. */
  notifications: (PublishedNotification & { readAt: number | null })[];
  contacts: KeptContact[];
  certifications: AnswerOf<typeof certificationPage>['list'];
  mails: AnswerOf<typeof mailPage>['list'];
  settings: { version: number; brandName: string; registrationOpen: boolean };
  owners: OwnerAccount[];
  /** The password was generated, and not changed since. */
  passwordMustChange: boolean;
  /** By request id: each counts once. */
  grants: Map<string, number>;
};

export function freshOperator(): OperatorWorld {
  return {
    notifications: [],
    // It always exists, and is empty until the operator fills it.
    contacts: [someContact({ account: '', path: '', shown: false })],
    certifications: [],
    mails: [],
    settings: { version: 1, brandName: 'Parley', registrationOpen: true },
    grants: new Map(),
    owners: [],
    passwordMustChange: false,
  };
}

export function someNotification(
  given: Partial<OperatorWorld['notifications'][number]> = {},
): OperatorWorld['notifications'][number] {
  return {
    id: sampleId(11, 1),
    version: 1,
    title: { 'zh-CN': '周日凌晨维护', 'en-US': 'Maintenance on Sunday night' },
    body: {
      'zh-CN':
        '周日 02:00 至 03:00 将进行维护，期间无法使用翻译。\n\n详情请见 https://status.example.com/maintenance 。',
      'en-US':
        'Translations rest on Sunday from 02:00 to 03:00.\n\nMore at https://status.example.com/maintenance.',
    },
    level: 'info',
    publishedAt: sampleTime,
    expiresAt: null,
    ownerEmail: null,
    readers: 12,
    readAt: null,
    ...given,
  };
}

function someContact(given: Partial<KeptContact> = {}): KeptContact {
  return {
    id: 2,
    kind: 'telegram',
    name: 'Support',
    account: '@parley_support',
    path: 'https://t.me/parley_support',
    shown: true,
    position: 0,
    version: 1,
    ...given,
  };
}

const hour = 3_600_000;

/** An installation in the middle of a week. */
export function busyOperator(now = Date.now()): OperatorWorld {
  const urgent = {
    id: sampleId(11, 2),
    level: 'urgent' as const,
    publishedAt: now - 2 * hour,
    title: { 'zh-CN': '欧洲线路中断', 'en-US': 'The European line is down' },
    expiresAt: now + 51 * hour + 5 * 60_000,
  };
  const warning = {
    id: sampleId(11, 3),
    level: 'warning' as const,
    publishedAt: now - 50 * hour,
    readAt: now - hour,
    title: { 'zh-CN': '套餐价格将于下月调整', 'en-US': 'Package prices change next month' },
    expiresAt: now + 12 * 60_000,
  };
  return {
    ...freshOperator(),
    notifications: [
      someNotification(urgent),
      someNotification({ publishedAt: now - 26 * hour }),
      someNotification(warning),
    ],
    owners: [
      someOwner({ lastActiveAt: now - hour, twoFactor: true }),
      someOwner({
        id: sampleId(16, 3),
        email: 'a.rather.long.address@subdomain.example.com',
        nickname: '远航',
        disabled: { at: now - hour, reason: 'Invoices of three months are open' },
      }),
    ],
    contacts: [
      someContact({
        id: 5,
        kind: 'online',
        name: 'Web chat',
        account: '',
        path: 'https://chat.example.com/',
      }),
      someContact(),
      someContact({ id: 3, kind: 'whatsapp', name: 'Sales', account: '+44 20 7946 0000', path: '' }),
      someContact({ id: 4, kind: 'wechat', name: '小帕', account: 'parley_cs', path: '', position: 4 }),
    ],
    certifications: [waitingCertification(now)],
    mails: twoMails(now),
  };
}

/** Two mails: kept for the operator to read, and refused by the mail server. */
function twoMails(now: number): OperatorWorld['mails'] {
  return [
    {
      id: sampleId(12, 1),
      to: 'owner@example.com',
      subject: 'Your verification code',
      text: 'Your code: 123456\n\nIt holds for 10 minutes.',
      state: 'kept' as const,
      problem: null,
      createdAt: now - hour,
    },
    {
      id: sampleId(12, 2),
      to: 'nobody@nowhere.example',
      subject: 'Your verification code',
      text: 'Your code: 654321',
      state: 'failed' as const,
      problem: 'mail-refused: 550 no such mailbox',
      createdAt: now - 2 * hour,
    },
  ];
}

function waitingCertification(now: number): OperatorWorld['certifications'][number] {
  return {
    workspaceId: sampleId(13, 1),
    email: 'owner@example.com',
    status: 'reviewing',
    version: 3,
    reason: null,
    submittedAt: now - 5 * hour,
    decidedAt: null,
    form: {
      kind: 'enterprise',
      // A field of the contract's own form.
      enterpriseName: 'Clara Trading Ltd.',
      registrationNumber: '91310000MA1FL0',
      contactName: 'Clara',
      documentFileIds: [sampleId(14, 1), sampleId(14, 2)],
    },
  };
}

export function someOwner(given: Partial<OwnerAccount> = {}): OwnerAccount {
  return {
    id: sampleId(16, 1),
    workspaceId: sampleId(16, 2),
    email: 'ana@example.com',
    nickname: 'Ana',
    accountId: '100000000001',
    tenant: null,
    registeredAt: sampleTime,
    lastActiveAt: null,
    disabled: null,
    subAccounts: 3,
    twoFactor: false,
    ...given,
  };
}
