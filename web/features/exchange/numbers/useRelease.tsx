import { callsOfCarrier } from '#shared/api/carrier-dids.ts';
import {
  callBackDays,
  type Did,
  didCarriers,
  type RentingCarrier,
  rentingCarriers,
} from '#shared/model/did.ts';
import { api, query } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { phoneText } from '#web/ui/lead-text.ts';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { toast } from '#web/ui/toast.ts';

const carrierOf = ({ carrier }: Did): RentingCarrier | undefined =>
  rentingCarriers.find((one) => one === carrier);

/** Whether a number can be given back to its carrier. */
export const isReleasable = (number: Did): boolean =>
  number.carrierId !== null &&
  number.status !== 'released' &&
  number.status !== 'pending' &&
  carrierOf(number) !== undefined;

const poolsText = (count: number) =>
  count === 0 ? 'It is in no pool.' : count === 1 ? 'One pool has it.' : `${count} pools have it.`;

/** Gives a number back: asks, and asks again where people may still call back. */
export function useRelease() {
  const question = useQuestion<Did>();
  const early = useQuestion<{ number: Did; sentence: string }>();
  const refresh = useRefresh(query.dids, query.carrierDids);
  async function release(number: Did, confirm: boolean) {
    try {
      const { status } = await callsOfCarrier(api.carrierDids, carrierOf(number)!).release({
        id: number.id,
        confirm,
      });
      await refresh();
      const name = phoneText(number.phoneNumber);
      toast.success(
        status === 'released' ? `${name} is released` : `${name} is released as soon as its carrier answers`,
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'call_backs_expected' || confirm) throw error;
      early.ask({ number, sentence: error.message });
    }
  }
  const about = question.about;
  const later = early.about;
  const dialogs = (
    <>
      <ConfirmDialog
        {...question.dialog}
        title={`Release ${about && phoneText(about.phoneNumber)}?`}
        confirmLabel="Release"
        danger
        onConfirm={() => release(about!, false)}
      >
        It goes back to {about && didCarriers[about.carrier]}, who may give it to somebody else. Numbers are
        kept for {callBackDays} days after the last call from them, because people call back.{' '}
        {poolsText(about?.poolIds.length ?? 0)} What was noted of its calls stays.
      </ConfirmDialog>
      <ConfirmDialog
        {...early.dialog}
        title={`Release ${later && phoneText(later.number.phoneNumber)} now?`}
        confirmLabel="Release anyway"
        danger
        onConfirm={() => release(later!.number, true)}
      >
        {later?.sentence}
      </ConfirmDialog>
    </>
  );
  return { ask: question.ask, dialogs };
}
