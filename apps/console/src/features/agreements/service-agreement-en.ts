import type { AgreementText } from './agreement.ts';

export const serviceAgreementEn: AgreementText = {
  title: 'Service agreement',
  effective: '2025-08-02',
  introduction: [
    'This agreement is made between you and the operator of the Parley installation at which you register (“we”). It covers the console, the desk, the chat widget, split links and everything else that you reach with your account.',
    'Please read it before you register, above all clauses 2 (who may register), 5 (what you may not do), 9 (liability) and 10 (notices). By registering or logging in with the consent box ticked you accept it together with the privacy policy.',
  ],
  clauses: [
    {
      title: 'What Parley does',
      paragraphs: [
        'Parley lets a business answer its customers on several messaging platforms in one place, translates the messages in both directions, counts the people who write in, and offers tools around that: sub-accounts, proxies, work orders, materials, automatic replies and split links.',
        'Which of these you can use depends on the package of your workspace. A function that your package lacks is shown as such; you are not charged for it.',
        'Messaging platforms and translation engines are services of others. They set rules of their own, may change or refuse a connection, and are not under our control.',
      ],
    },
    {
      title: 'Who may register',
      paragraphs: [
        'You must be at least 18 years old and able to enter into contracts. Whoever is younger may use Parley only together with a parent or another legal guardian who has read this agreement, accepts it for the minor and answers for what the minor does.',
        'If you register for a company or another organisation, you declare that you may bind it; “you” then means the organisation.',
        'What you state when you register and in your profile must be true and be kept up to date. If we learn that an account belongs to a minor without a guardian’s consent, we close it and delete its data.',
      ],
    },
    {
      title: 'Your account and your sub-accounts',
      paragraphs: [
        'Keep your password and verification codes to yourself. What is done with your account is taken as done by you, unless you show that others did it without your fault. Tell us without delay when you suspect that somebody else knows your password, and change it.',
        'You make sub-accounts for the people who work for you and decide what they may do. You answer to us for their use of Parley and see to it that they know and keep these rules.',
        'Our staff never ask for your password. Before you follow somebody who claims to write for us, check the contact with the function that the console has for it.',
        'An account may not be sold, lent or given away without our consent in writing.',
      ],
    },
    {
      title: 'Packages, characters and payment',
      paragraphs: [
        'Packages run for a number of days and ports, or consist of prepaid characters. Price, content and duration are those that the console shows when you order. An order that is not paid within 30 minutes is closed.',
        'A character is one Unicode code point of the text that is translated. Links, numbers, e-mail addresses, names with @, emoji and placeholders do not count. Text that already is in the target language, repeated translations that your workspace has stored, and failed translations cost nothing. Each charge is recorded and can be looked up.',
        'When you change to a package of another family, the unused value of the old one is counted as the console shows before you pay. Characters that you buy during a package of days take effect when that package has ended.',
        'Payments are returned where the law asks for it, where you paid one order twice, or where we cannot provide what you paid for. Characters and days that you have used are not returned.',
        'When a package ends, sessions are closed, sub-accounts can no longer log in, and you can still read and export your data. One month after the end, contacts are deleted. You are warned seven, three and one days before the end.',
      ],
    },
    {
      title: 'What you may not do',
      paragraphs: [
        'You may not use Parley for anything that the law forbids where you or the people are to whom you write; in particular not for fraud, for unwanted mass messages, for gambling or investment schemes that are not permitted, for content that shows or endangers minors, for threats, hatred, or for goods and services that may not be traded.',
        'You keep the terms of each messaging platform that you connect, connect only accounts that are yours or that you may use, and write only to people who may expect it.',
        'You may not get around limits, packages or protections, search for weaknesses without our consent, put load on the service that disturbs others, or resell access to it unless we have agreed.',
        'Where you break these rules we may, according to how grave it is, warn you, limit functions, close sessions or the account. We state the reason unless the law forbids it. Whatever authorities demand under the law we carry out.',
      ],
    },
    {
      title: 'Your content',
      paragraphs: [
        'Messages, materials, contacts and settings remain yours or those of your customers. You give us the right to store, process, translate and transmit them as far as the service needs it, and no further.',
        'For personal data of your customers you are the one who decides and is responsible; we process them for you. You see to it that you may have them, tell your customers what the law says they must be told, and answer their requests. The console lets you look up and delete what is needed for that.',
        'Translations are made by machines and can be wrong. Do not rely on them alone where a mistake would do harm, such as in contracts or in questions of health.',
      ],
    },
    {
      title: 'Our software and our name',
      paragraphs: [
        'Software, design and name of Parley stay with their owners. While this agreement runs you have the right, not exclusive and not transferable, to use them as this agreement intends. Components under open licences follow those licences.',
      ],
    },
    {
      title: 'Availability and changes',
      paragraphs: [
        'We run the service with care, but not without any interruption: maintenance, faults of networks and acts of platforms and engines can interrupt it. Planned maintenance is announced in the console where that is possible.',
        'We develop the service further. If a change takes away something essential that you have paid for, you may end the agreement and get back the value of the time that is left.',
        'We may change this agreement. The new text is shown in the console at least 15 days before it takes effect, unless the law asks for a change at once. Whoever does not agree may stop using the service and close the account before that day; going on afterwards means consent.',
      ],
    },
    {
      title: 'Liability',
      paragraphs: [
        'We are liable without limit for intent, gross negligence, harm to life and body, and wherever the law does not let liability be limited.',
        'Otherwise our liability is limited to what you paid us in the twelve months before the damage. We are not liable for measures of messaging platforms, such as the blocking of an account, for errors of translation, for lost profit, or for events outside our control.',
        'If others make claims against us because you broke clause 5 or 6, you hold us free of them, including reasonable costs of defence.',
      ],
    },
    {
      title: 'Notices',
      paragraphs: [
        'We write to you by a notification in the console, by e-mail to the address of your account, or on paper to the address in your profile. You write to us by the customer-service contacts that the console shows.',
        'A notification in the console and an e-mail count as delivered on the day on which they were sent. A notice on paper counts as delivered on the fifth natural day after it was sent; weekends and holidays count as natural days.',
        'A change of your address is effective for us from the moment at which you have entered it in the console.',
      ],
    },
    {
      title: 'End of the agreement',
      paragraphs: [
        'You may stop at any time and ask customer service to delete the account. We may end the agreement with 30 days’ notice, and at once for a grave breach of it.',
        'With the end, access ends. How long which data are kept after that is written in the privacy policy. Clauses 6, 7, 9 and 12 go on as far as their meaning asks for it.',
      ],
    },
    {
      title: 'Law and disputes',
      paragraphs: [
        'The law of the place where the operator of this installation has its seat applies, without its rules on the conflict of laws. If you are a consumer, the protective rules of the place where you live stay as they are.',
        'Both sides first try to settle a dispute by talking. If that fails within 30 days, the courts at the operator’s seat decide, unless the law prescribes others.',
        'If a provision is void, the others hold. The Chinese and the English text have the same standing; where they differ, the one in the language in which you registered decides.',
      ],
    },
  ],
};
