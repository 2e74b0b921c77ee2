import type { AgreementText } from './agreement.ts';

export const privacyPolicyEn: AgreementText = {
  title: 'Privacy policy',
  effective: '2023-01-01',
  introduction: [
    'This policy says which personal data Parley processes, what for, how long they are kept and who else sees them. “We” are the operator of the Parley installation at which you use it.',
    'There are two kinds of people whose data are concerned: you and your staff, for whose accounts we are responsible; and the customers who write to you, whose data we process for you and on your instructions.',
  ],
  clauses: [
    {
      title: 'Data that you give us',
      paragraphs: [
        'To register: e-mail address, a contact on a messaging app for customer service, and a password. The password is stored only as a hash (argon2id) from which it cannot be read back.',
        'In your profile, if you fill it in: nickname, picture, country or region, area, address, phone number and introduction. None of these is needed to use the service.',
        'For certification, if you apply for it: the company’s name and registration number, a contact person and up to five documents. Only you and the staff who decide on it can open the documents.',
        'For sub-accounts: account name, remark and password hash. For payments: order, amount, channel and the number that the payment service gives; we never get card or wallet credentials.',
      ],
    },
    {
      title: 'Data that arise from use',
      paragraphs: [
        'Messages that you and your customers exchange, with their translations; customers’ names, pictures and identifiers as the messaging platforms hand them out; your tags and notes on them.',
        'Sessions and log-ins with time, IP address and browser; technical logs with a request’s number, without the content of messages.',
        'For split links: time, IP address, region, device and browser of each visit, so that visits can be counted and a visitor is led to the same account again.',
        'For translation: how many characters were used, when, and for which message.',
      ],
    },
    {
      title: 'In your browser',
      paragraphs: [
        'The console keeps in your browser’s local storage what it needs to work: language, theme, layout, opened pages, a random identifier of the browser and the tokens of your session. It sets one cookie against forged requests. We use no cookies for advertising and no tracking by others.',
        'If you tick “Remember me”, e-mail address and password are kept for 30 days in this browser, encrypted with a key that cannot be exported from it. They are removed when you untick the box at the next log-in, or when the time is over.',
        'The desk keeps texts that are not sent yet in the browser, so that they survive a crash; they are removed when they are sent or taken back.',
      ],
    },
    {
      title: 'What for, and on which ground',
      paragraphs: [
        'To provide what you ordered: transmitting, storing and translating messages, counting fans, accounts, packages and payments (contract).',
        'To keep the service safe: limits against guessing and overload, finding faults and misuse (our legitimate interest in a safe service).',
        'To keep what the law wants kept, such as records of payments (legal duty); and for what you have agreed to separately (consent, which you may withdraw at any time for the future).',
        'We do not sell personal data, do not use your messages for advertising, do not train translation models with them, and make no decisions about people by automatic means alone that have legal effect.',
      ],
    },
    {
      title: 'Who else processes data',
      paragraphs: [
        'Messaging platforms that you connect receive what you send there and apply their own policies.',
        'Translation engines receive the text to be translated, without names or account data; links, numbers, e-mail addresses and @names are taken out beforehand. Which engines are used depends on the translation line that you choose. Engines that run on this installation itself send nothing elsewhere.',
        'Payment services, a mail service for codes and notices, and, where the operator has set it up, an object store for uploaded files. Each receives only what its task needs and is bound by contract.',
        'Some of these may process data in other countries. We then see to it that the protection which your law asks for goes along, for instance by standard clauses. Customer service names the sub-processors in use at present and their locations.',
        'Authorities receive data only where the law obliges us, and only what it obliges us to.',
      ],
    },
    {
      title: 'How long',
      paragraphs: [
        'Account and profile: as long as the account exists, and 30 days after its deletion in backups.',
        'Messages, fans and other contents of the workspace: until you delete them. When a package has ended, contacts are deleted after one month; you are warned beforehand.',
        'Verification codes: 10 minutes. Sessions: up to 30 days after the last use. The assignment of a split-link visitor to an account: 30 days. Documents of a certification: until you withdraw it or delete the account.',
        'Records of orders and payments: as long as tax and commercial law prescribe. Technical logs: as long as they are needed to find faults, at most 90 days.',
      ],
    },
    {
      title: 'How it is protected',
      paragraphs: [
        'Every workspace is separated from the others. Passwords are hashed, platform tokens and proxy passwords are encrypted, transmission is encrypted wherever the operator runs the installation as intended, and tokens are stored as hashes.',
        'Staff have access only as far as their task needs. If a breach endangers you, we inform you and the authority in charge within the time that the law sets, as a rule 72 hours.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You may ask what we store about you, have it corrected, deleted or restricted, receive it in a common format, and object to processing that rests on our interests. Much of it you can do yourself: profile and password in the settings, certification with its withdrawal, sub-accounts and materials at their pages.',
        'To have the whole account deleted, write to customer service from your account’s e-mail address. We check that it is you, delete within 30 days, and tell you what has to be kept by law.',
        'If you wrote to a business that uses Parley, please turn to that business first; we support it in answering you. You may also complain to the data-protection authority of the place where you live.',
      ],
    },
    {
      title: 'Minors',
      paragraphs: [
        'Parley is meant for people of at least 18 years. Minors may use it only with the consent and under the eyes of a parent or another legal guardian. If we learn that data of a minor were collected without that consent, we delete them.',
      ],
    },
    {
      title: 'Changes and contact',
      paragraphs: [
        'We may adapt this policy. Essential changes are announced in the console before they take effect; the day from which the text holds stands at its top.',
        'Questions about your data go to the customer-service contacts that the console shows. Notices on paper count as delivered on the fifth natural day after they were sent.',
      ],
    },
  ],
};
