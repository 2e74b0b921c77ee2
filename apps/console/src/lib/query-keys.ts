/** The first part of each noun's query keys, so that a change of one noun can refresh what another shows of it. */
export const queryKeys = {
  user: ['user'],
  characters: ['characters'],
  subAccounts: ['sub-accounts'],
  socialAccounts: ['social-accounts'],
  platforms: ['platforms'],
  chatHistory: ['chat-history'],
} as const;
