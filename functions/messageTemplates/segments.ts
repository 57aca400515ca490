import { SegmentedMessage } from 'sms-segments-calculator';

export interface Segments {
  count: number;
  encoding: 'GSM-7' | 'UCS-2';
  characters: number;
  perSegment: number;
}

/** Characters of the first segment alone and of each of several, by encoding (3GPP TS 23.038 and 23.040). */
const room = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

/** Into how many segments a carrier cuts a text, and why: one curly quote makes all of it UCS-2. */
export function segmentsOf(text: string): Segments {
  const message = new SegmentedMessage(text);
  const encoding = message.getEncodingName() === 'GSM-7' ? 'GSM-7' : 'UCS-2';
  const count = message.segmentsCount;
  return {
    count,
    encoding,
    characters: message.numberOfCharacters,
    perSegment: room[encoding][count > 1 ? 1 : 0],
  };
}
