import { createContext, type ReactNode, useContext } from 'react';

const TimeZoneContext = createContext<string | undefined>(undefined);

type Properties = {
  /** IANA's name; undefined: the zone of the reader's device. */
  timeZone: string | undefined;
  children: ReactNode;
};

/** Shows the times and days below it in a zone that isn't the reader's own, such as a workspace's. */
export function TimeZoneProvider({ timeZone, children }: Properties) {
  return <TimeZoneContext value={timeZone}>{children}</TimeZoneContext>;
}

/** The zone that times are shown in; undefined: the zone of the reader's device. */
export function useShownTimeZone(): string | undefined {
  return useContext(TimeZoneContext);
}
