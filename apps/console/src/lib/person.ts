import { createContext } from 'react';

/** The id of the logged-in user, by which list settings are stored; empty until it is loaded. */
export const PersonContext = createContext('');
