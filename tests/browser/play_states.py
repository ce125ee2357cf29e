"""States of a whole deal, of its review, of a deal typed in, and of the score keeper."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from tests.browser.stage import Stage, sign_in
from tests.browser.visitors import Visitor
from tests.review.deals import as_typed, finished
from trainer.accounts.services import learner_of
from trainer.engine.ending_positions import ending_of
from trainer.engine.endings import ending_values
from trainer.engine.state import legal_cards
from trainer.play import thinking
from trainer.play.dealing import state_of
from trainer.play.models import PlayedDeal
from trainer.play.playing import claimed, let_opponent_play, play_card
from trainer.play.starting import Habits, Terms, begin_match, next_deal
from trainer.review.services import ask_for_review
from trainer.scorekeeper.counting import Deal
from trainer.scorekeeper.models import Pad
from trainer.scorekeeper.services import Entered, make_pad, take_step

type State = Callable[[Visitor, Stage], None]

LEARNER_LEADS, OPPONENT_LEADS = 1, 0  # the dealer, in each case


def dealt(stage: Stage, dealer: int = LEARNER_LEADS, deals: int = 1, **habits: str) -> PlayedDeal:
    """A new deal of the pupil's."""
    terms = Terms(opponent="beginner", deals_limit=deals)
    deal = begin_match(learner_of(stage.pupil), terms, Habits(pace="quick", **habits), uuid4())  # type: ignore[arg-type]
    PlayedDeal.objects.filter(pk=deal.pk).update(dealer=dealer)
    deal.dealer = dealer
    let_opponent_play(deal)
    return deal


def play_until(deal: PlayedDeal, done: Callable[[PlayedDeal], bool]) -> bool:
    """Play the first legal cards until something holds; whether it ever does."""
    while not deal.is_over:
        if done(deal):
            return True
        play_card(deal, deal.version, legal_cards(state_of(deal))[0])
        let_opponent_play(deal)
    return False


def tricks_done(count: int) -> Callable[[PlayedDeal], bool]:
    return lambda deal: len(deal.plays) // 4 >= count


def at_table(visitor: Visitor, stage: Stage, deal: PlayedDeal) -> Page:
    return sign_in(visitor, stage.pupil).open("play:deal", deal.public_id)


def cards(page: Page) -> Locator:
    return page.locator(".hand button:not([aria-disabled=true])")


def own_lead(visitor: Visitor, stage: Stage) -> None:
    """A new deal, the learner to lead."""
    at_table(visitor, stage, dealt(stage, coach="demand"))


def following(visitor: Visitor, stage: Stage) -> None:
    """A new deal after the opponent's lead."""
    at_table(visitor, stage, dealt(stage, OPPONENT_LEADS, known="asked"))


def trick_lies(visitor: Visitor, stage: Stage) -> None:
    """A finished trick lies until the learner goes on."""
    deal = dealt(stage)
    deal.match.pace = "step"
    deal.match.save()
    page = at_table(visitor, stage, deal)
    cards(page).first.click()
    expect(page.locator("#go-on")).to_be_visible()


def opponent_thinks(visitor: Visitor, stage: Stage) -> None:
    """The server is busy: the page says that the opponent thinks, and asks again."""
    deal = dealt(stage)
    play_card(deal, deal.version, legal_cards(state_of(deal))[0])
    for _ in range(thinking.AT_ONCE):
        thinking.room.acquire()
    try:
        page = at_table(visitor, stage, deal)
        expect(page.locator("h1")).to_have_text(visitor.words("The opponent is thinking."))
        page.route(f"**/{deal.public_id}/", lambda route: route.fulfill(status=204))  # nothing new
    finally:
        thinking.room.release(thinking.AT_ONCE)


def warned(visitor: Visitor, stage: Stage) -> None:
    """The coach asks before a card that surely costs a trick."""
    deal, dear = dealt(stage, coach="warn"), ""
    while not dear:
        deal = dealt(stage, coach="warn")
        if play_until(deal, lambda deal: bool(dear_card(deal))):
            dear = dear_card(deal)
    page = at_table(visitor, stage, deal)
    page.locator(f'.hand button[value="{dear}"]').click()
    expect(page.locator("[name=warned]")).to_have_count(1)


def dear_card(deal: PlayedDeal) -> str:
    """A card of phase two that gives a trick away."""
    state = state_of(deal)
    if state.phase != 2:
        return ""
    values = ending_values(ending_of(state))
    worst = min(values, key=lambda card: values[card])
    return str(worst) if values[worst] < max(values.values()) else ""


def taken_back(visitor: Visitor, stage: Stage) -> None:
    """A card is taken back, and the stock cards seen since stay known."""
    deal = dealt(stage, coach="demand")
    play_until(deal, tricks_done(3))
    page = at_table(visitor, stage, deal)
    page.locator("[name=act][value=take-back]").click()
    expect(page.locator("p.told")).to_have_count(2)


def hinted(steps: int) -> State:
    """The idea alone, or the card too."""

    def state(visitor: Visitor, stage: Stage) -> None:
        page = at_table(visitor, stage, dealt(stage, coach="demand"))
        for step in range(steps):
            page.locator("[name=act][value=hint]").click()
            expect(page.locator("[name=act][value=hint]")).to_have_count(int(step == 0))
            expect(page.locator(".hint-note")).to_be_visible()

    return state


def claim_offered(visitor: Visitor, stage: Stage) -> None:
    """The rest is certain."""
    deal = dealt(stage)
    while not play_until(deal, lambda deal: claimed(state_of(deal)) is not None):
        deal = dealt(stage)
    expect(at_table(visitor, stage, deal).locator("[name=act][value=claim]")).to_be_visible()


def last_card(deals: int) -> State:
    """The last card of a deal has been played: the result stands, of the match too where there is one."""

    def state(visitor: Visitor, stage: Stage) -> None:
        deal = dealt(stage, deals=deals)
        for _ in range(deals - 1):
            play_until(deal, lambda _deal: False)
            onward = next_deal(deal.match)
            assert onward
            deal = onward
            let_opponent_play(deal)
        play_until(deal, tricks_done(25))
        page = at_table(visitor, stage, deal)
        cards(page).first.click()
        expect(page.locator("h1")).to_be_focused()
        expect(page.locator("form.play")).to_have_count(0)

    return state


def stale_card(visitor: Visitor, stage: Stage) -> None:
    """Another tab has played on: 409 with the fresh board."""
    deal = dealt(stage)
    page = at_table(visitor, stage, deal)
    play_until(deal, tricks_done(1))
    cards(page).last.click()
    expect(page.locator(".refusal")).to_be_visible()


def illegal_card(visitor: Visitor, stage: Stage) -> None:
    """A card that does not follow suit: 422 with the reason."""
    deal = dealt(stage, OPPONENT_LEADS)
    while len(legal_cards(state_of(deal))) == len(state_of(deal).hand):
        deal = dealt(stage, OPPONENT_LEADS)
    page = at_table(visitor, stage, deal)
    page.locator(".hand button[aria-disabled=true]").first.click(force=True)
    expect(page.locator(".refusal")).to_be_visible()


def no_answer(visitor: Visitor, stage: Stage) -> None:
    """The network goes while a card is under way."""
    page = at_table(visitor, stage, dealt(stage))
    page.route("**/*", lambda route: route.abort())
    cards(page).first.click()
    expect(page.locator("[data-when-offline]")).to_be_visible()


def being_reviewed(visitor: Visitor, stage: Stage) -> None:
    """A review that is being worked out."""
    deal = dealt(stage)
    play_until(deal, lambda _deal: False)
    review = ask_for_review(learner_of(stage.pupil), state_of(deal), 0)
    sign_in(visitor, stage.pupil).open("review:review", review.public_id)


def typed(words: list[str]) -> State:
    """A deal typed in, as far as it goes."""

    def state(visitor: Visitor, stage: Stage) -> None:
        page = visitor.open("review:typed")
        page.locator("#typed-cards").fill(" ".join(words))
        with page.expect_navigation():
            page.locator("[name=check]").click()

    return state


def scored(won: int, **fields: object) -> Pad:
    """A pad with one deal; the fields say whose and what."""
    pad = make_pad(fields.pop("learner"), uuid4(), fields)  # type: ignore[arg-type]
    entered = Entered(uuid4(), "add", uuid4(), 0, Deal("", (won, 13 - won)))
    return take_step(pad, entered)


def on_pad(visitor: Visitor, stage: Stage, won: int = 8, query: str = "", **fields: object) -> Page:
    pad = scored(won, learner=learner_of(stage.pupil), **({"game": "german", "target": 7} | fields))
    sign_in(visitor, stage.pupil).page.goto(visitor.address("scorekeeper:pad", pad.public_id) + query)
    return visitor.page


def other_phone(visitor: Visitor, stage: Stage) -> None:
    """A deal entered without knowing the latest."""
    page = on_pad(visitor, stage)
    pad = Pad.objects.latest("pk")
    take_step(pad, Entered(uuid4(), "add", uuid4(), pad.revision, Deal("", (7, 6))))
    page.locator(".results button").last.click()
    expect(page.locator("#pad [role=alert]")).to_be_focused()


def pad_over(visitor: Visitor, stage: Stage) -> None:
    """A match that is won."""
    expect(on_pad(visitor, stage, 13).locator(".standing.over")).to_be_visible()


def pad_changing(visitor: Visitor, stage: Stage) -> None:
    """A deal is put right."""
    page = on_pad(visitor, stage, game="whist", target=5, is_rubber=True, with_honours=True)
    page.locator("tbody a").click()
    expect(page.locator(".results .pri")).to_be_visible()


_WHOLE = as_typed(finished(4))

PLAY_STATES: dict[str, State] = {
    "deal, own lead": own_lead,
    "deal, following": following,
    "deal, trick over": trick_lies,
    "deal, opponent thinks": opponent_thinks,
    "deal, warned": warned,
    "deal, taken back": taken_back,
    "deal, idea": hinted(1),
    "deal, idea and card": hinted(2),
    "deal, claim offered": claim_offered,
    "deal, over": last_card(1),
    "deal, match over": last_card(2),
    "deal, stale card": stale_card,
    "deal, illegal card": illegal_card,
    "deal, no answer": no_answer,
    "review, working": being_reviewed,
    "typed, in part": typed(_WHOLE[:9]),
    "typed, with a fault": typed([*_WHOLE[:9], "SX"]),
    "typed, whole": typed(_WHOLE),
    "pad, other phone": other_phone,
    "pad, over": pad_over,
    "pad, changing": pad_changing,
}
