import { BrowserFonts } from '#shared/scene/browser-fonts.ts';
import { formSender } from '#shared/scene/live/form-sender.ts';
import { type FormSender, Refused } from '#shared/scene/live/live-part.ts';
import type { Playable } from '#shared/scene/player.ts';
import '#shared/scene/registry.ts';
import { SignPlayer } from '#shared/scene/sign-player.ts';

/* The script of an exported page: it plays from the folder it lies in, without a network. */

declare const dealbellContent: {
  content: Playable;
  fonts: Record<string, string>;
  media: Record<string, string>;
  /** Where forms are sent; null when the sign was not published as it was exported. */
  forms: string | null;
};

const { content, fonts, media, forms } = dealbellContent;

/** Tells whoever fills a form in why it cannot be sent from here. */
function unable(sentence: string): FormSender {
  const refuse = () => Promise.reject(new Refused(sentence));
  return { pass: refuse, submit: refuse };
}

function sender(): FormSender {
  if (location.protocol === 'file:')
    return unable('This page was opened from a folder. Its forms can be sent once it is on a website.');
  return forms
    ? formSender(forms)
    : unable('This form is not connected. Publish the sign, then export it once more.');
}

const player = new SignPlayer({
  host: document.getElementById('sign')!,
  fonts: new BrowserFonts((file) => fonts[file]),
  resolve: (url) => media[url] ?? url,
  send: sender(),
  reflow: true,
});
document.title = content.name;
void player.show(content);
