import type { VersionedText } from './versioned-text.ts';

export const countingRulesEn: VersionedText = {
  title: 'Counting rules',
  introduction: [
    'These rules define every fan number: on the home page, in the fan list, in work orders and on shared pages. A change of the rules gets a new version and applies from its date; numbers counted before are not recalculated.',
  ],
  clauses: [
    {
      title: 'What is counted',
      paragraphs: [
        'A fan is a person on one social account. The fan is counted at the first private message that the person sends to that account. The server’s clock decides the time, not the platform’s or the sender’s.',
        'Group messages never count. A message that only you sent does not count either. Further messages from the same person to the same account change nothing.',
        'Each first message gets a verdict, base, new or repeat, which is stored with its rule, its scope, the earlier verdict that it matched and its time. A stored verdict is never changed.',
      ],
    },
    {
      title: 'Base, new and repeat',
      paragraphs: [
        'Base: the account brought the person along in its history before counting began on it.',
        'New: nobody in the dedupe scope had a message from this person before, and no dedupe library lists the person.',
        'Repeat: the person was seen before in the dedupe scope, or is listed in a dedupe library that applies to the sub-account.',
        'If one person writes to several of your accounts, the earliest message the server received gets the new fan. The others are repeats.',
      ],
    },
    {
      title: 'Scopes and libraries',
      paragraphs: [
        'Each sub-account has a dedupe scope: its own social accounts only, or all sub-accounts of the workspace. Changing the scope affects later first messages, not earlier ones.',
        'A person is recognized by the ID that the platform assigns. Where a platform assigns IDs per business account, the same person has several IDs and counts as several people until they are merged.',
        [
          {
            since: 3,
            text: 'Dedupe libraries are lists that you import. An entry matches by platform ID, name or phone number. Numbers that a platform gave with earlier messages of the person count too, on whatever account or platform; numbers that agents note do not. Importing or removing entries affects later first messages only.',
          },
          {
            since: 1,
            text: 'Dedupe libraries are lists that you import. An entry matches by platform ID, name or phone number. Importing or removing entries affects later first messages only.',
          },
        ],
      ],
    },
    {
      title: 'Merges and corrections',
      paragraphs: [
        'When two people turn out to be one, they can be merged, by you or because the platform reports a changed ID. Every merge can be undone.',
        [
          {
            since: 2,
            text: 'If you turn on merging by phone number, people to whom platforms give the same number are merged into the one who had it first, from the next message that brings the number. Numbers that agents note or import do not merge anyone, and people you separate stay separate.',
          },
        ],
        [
          {
            since: 3,
            text: 'A merge can turn a new fan into a repeat, or remove a second row on the same account. Undoing a merge can make new again a repeat that a library lists only by the other person’s number. Each such change is booked as a correction on the day of the merge or its undoing. Days already past keep their numbers.',
          },
          {
            since: 1,
            text: 'A merge can turn a new fan into a repeat, or remove a second row on the same account. Each such change is booked as a correction on the day of the merge. Days already past keep their numbers.',
          },
        ],
        'A correction subtracts on one day what was counted on an earlier one. The number of a day can therefore be below zero; it is shown as it is.',
      ],
    },
    {
      title: 'Days and time zones',
      paragraphs: [
        'Charts, “today”, “7 days” and “30 days” use calendar days of the workspace’s time zone, the current day included. “24 hours” is the current hour and the 23 hours before it.',
        'When the time zone changes, the current day ends at the next midnight of the new zone. Closed days keep their limits.',
        'Numbers of deleted sub-accounts and deleted social accounts are removed from statistics and rankings.',
      ],
    },
    {
      title: 'Work orders',
      paragraphs: [
        'A work order’s day begins at its reset time in its own time zone. Where the clock is changed, a day can last 23 or 25 hours. Each first message belongs to exactly one day.',
        'At the reset the day is closed: its numbers are stored as history and its new and repeat fans become base fans. Closed days never change. A later correction belongs to the day on which it is booked.',
        'After an interruption, missed resets are made up in order, each for its own day.',
      ],
    },
    {
      title: 'Total figures and statistics reset',
      paragraphs: [
        'Base fans are all fans that count as base now: by verdict, by the reset of a work order or by a statistics reset. Total growth is the number of new fans, including those that a work order has since turned into base fans. Repeat is the number of repeat fans.',
        'A statistics reset turns all present fans into base fans in the statistics and the fan list and starts the totals from zero. Charts, daily figures, work orders, closed days and verdicts stay as they are.',
        'A reset takes effect within five seconds and can be undone for 24 hours. Both are recorded in the audit log.',
      ],
    },
    {
      title: 'Activity and rounding',
      paragraphs: [
        'The time of a fan’s last activity is exact to ten minutes. Counts are never rounded.',
        'A fan counts as long inactive after the number of days without a message that you choose in the workspace settings. Inactivity changes no count.',
      ],
    },
    {
      title: 'What can be verified',
      paragraphs: [
        'Counters are sums of the stored verdicts and corrections and are kept by the database itself. Each night, and on request, they are recalculated from the log and compared. Any past day can be recomputed from the log alone.',
        'The daily snapshots of a shared work order are signed and chained: a later change to one of them can be detected by anyone who has a copy. The other numbers can be recomputed by the operator of this installation, but are not signed.',
      ],
    },
  ],
  versions: [
    {
      version: 3,
      effective: '2026-11-28',
      change:
        'Dedupe libraries also match phone numbers that a platform gave with earlier messages of the person (3.3). Undoing a merge can therefore make a repeat new again (4.3). Before, a library was compared only with what the first message itself brought.',
    },
    {
      version: 2,
      effective: '2026-11-27',
      change:
        'People can be merged by the phone number that platforms give, if you turn that on (4.2). Before, only by hand and by a changed ID.',
    },
    { version: 1, effective: '2026-11-25', change: 'The first version.' },
  ],
  corrections: [
    {
      day: '2026-11-30',
      change:
        'The introduction and 2.1 no longer name the product, which has another brand on some installations.',
    },
  ],
};
