"""German whist on packs so small that its equilibrium is known: the truth for the engine's methods.

`game` writes the game out as a tree, from the rules alone and without the engine.
`solve` has OpenSpiel compute the equilibrium (through `spiel`), kept in
`tests/data/small_packs` beside the nets that `nets` trains. `equilibrium` says what
every card is worth there; `judging` lets the engine decide the same positions by its
own sampler, roll-outs and acceptance.
"""
