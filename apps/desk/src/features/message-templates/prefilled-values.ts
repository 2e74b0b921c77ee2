/** Decides which placeholders of a template are prefilled for the agent. */
import {
  fieldKey,
  fieldsOf,
  type MessageTemplate,
  type TemplateField,
} from '@parley/contract/message-templates';
import type { QuickReplyValues } from '@parley/contract/quick-replies';

const fanNames = ['fan', 'name', 'customer', 'customer_name', 'first_name', 'full_name', 'username'];
const agentNames = ['agent', 'agent_name'];
const accountNames = ['account', 'account_name', 'shop', 'store', 'business', 'company'];

/** Returns a value for each placeholder; the agent fills in the empty ones. */
export function prefilledValues(template: MessageTemplate, values: QuickReplyValues): Record<string, string> {
  const fields = fieldsOf(template);
  const firstNumber = fields.find(({ part, name }) => part === 'body' && name === '1');
  const valueFor = (field: TemplateField) => {
    const name = field.name.toLowerCase();
    // Most templates begin by addressing the customer.
    if (field === firstNumber || fanNames.includes(name)) return values.fan;
    if (agentNames.includes(name)) return values.agent;
    return accountNames.includes(name) ? values.account : null;
  };
  return Object.fromEntries(fields.map((field) => [fieldKey(field), valueFor(field) ?? '']));
}
