export * from './attachments.ts';
export * from './chat-history.ts';
export * from './chat-retention.ts';
export * from './endpoints.ts';
export * from './message-search.ts';
export * from './shapes.ts';
export * from './translation-settings.ts';
export * from './triage.ts';
