import { createContext, type ReactNode, useContext } from 'react';

const TimeZoneContext = createContext<string | undefined>(undefined);

type Properties = {
  /** IANA name; undefined for the zone of the reader's device. */
  timeZone: string | undefined;
  children: ReactNode;
};

/** Shows the times and days of its children in a zone other than the reader's, such as a workspace's. */
export function TimeZoneProvider({ timeZone, children }: Properties) {
  return <TimeZoneContext value={timeZone}>{children}</TimeZoneContext>;
}

/** Returns the zone in which times are shown; undefined for the zone of the reader's device. */
export function useShownTimeZone(): string | undefined {
  return useContext(TimeZoneContext);
}
