import { useState } from 'react';
import { readAgentName, writeAgentName } from '../../lib/agent-name.ts';
import { useDesk } from '../../lib/desk-context.tsx';
import { AgentNameField } from './AgentNameField.tsx';

/** Changes the name of the person at this browser, starting with the next message. */
export function AgentNameSetting() {
  const { storage } = useDesk();
  const [name, setName] = useState(() => readAgentName(storage) ?? '');
  const change = (next: string) => {
    writeAgentName(storage, next);
    setName(next);
  };
  return <AgentNameField value={name} onChange={change} />;
}
