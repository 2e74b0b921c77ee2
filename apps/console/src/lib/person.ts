import { createContext } from 'react';

/** The id of who looks at the lists, by which their settings are kept; empty until it is known. */
export const PersonContext = createContext('');
