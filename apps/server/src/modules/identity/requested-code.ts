import type { CodePurpose } from '@parley/contract/identity';
import { AppError } from '../../base/http/app-error.ts';
import type { TenantId } from '../../base/ids.ts';
import { brandOf } from '../settings/index.ts';
import type { MailLanguage } from './mails.ts';
import type { IdentityDeps } from './service.ts';
import { sendCode } from './verification-codes.ts';

/**
 * Mails a code on request, in the name of the tenant. Throws `request.too-many` when the address has requested too many
 * mails, `identity.registration-closed`, and `identity.code-too-soon`.
 */
export async function mailRequestedCode(
  deps: IdentityDeps,
  asked: { email: string; purpose: CodePurpose },
  from: { language: MailLanguage; tenantId: TenantId | null; address: string },
): Promise<void> {
  await deps.guard.mail(from.address);
  const { name: brand, registrationOpen } = await brandOf(deps, from.tenantId);
  if (asked.purpose === 'register' && !registrationOpen) throw new AppError('identity.registration-closed');
  await sendCode(deps, { ...asked, ...from, brand });
}
