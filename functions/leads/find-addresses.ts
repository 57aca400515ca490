import { toE164 } from '#functions/kernel/phone.ts';

/** What parts an address from what stands around it. */
const aroundEmails = /[\s"'<>,;:()[\]{}=&%]/;
const domainForm = /^[\w-]+(?:\.[\w-]+)+/;
const phoneForm = /\+?\d[\d ().-]{6,20}\d/g;

/** Each e-mail address in a text: up to 64 characters, an @, a domain (RFC 5321, 4.5.3.1). */
function emailsIn(text: string): string[] {
  return text.split(aroundEmails).flatMap((word) => {
    const parts = word.split('@');
    return parts.slice(1).flatMap((part, n) => {
      const local = parts[n]!.slice(-64);
      const domain = domainForm.exec(part)?.[0];
      return local && domain ? [`${local}@${domain}`] : [];
    });
  });
}

/** The e-mail addresses and phone numbers in any text, at most `most` of each; numbers as E.164 where they are some. */
export function addressesIn(text: string, most: number): string[] {
  const emails = emailsIn(text);
  const phones = (text.match(phoneForm) ?? []).map((one) => toE164(one) ?? one);
  return [...emails.slice(0, most), ...phones.slice(0, most)];
}
