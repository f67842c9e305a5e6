//! Functions over the graph of operations, and scopes of conditions.

use objet::Registry;
use objet::function::RetValue;
use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::expr::{IterVar, IterVarType, Range, Var};
use objet_tir::op::as_const_int;
use objet_tir::te::schedule::{AttachType, Schedule};
use objet_tir::te::{Operation, ScanOp, SpecializedCondition, Tensor, TensorOperation};

use super::{FLOAT, Result, input, plus_one, total};

fn call<'a>(name: &str, args: impl objet::function::PackedArgs<'a>) -> Result<RetValue> {
    Ok(Registry::expect(name)?.call(args)?)
}

#[test]
fn operations_come_after_their_inputs() -> Result {
    let a = input("a", 8);
    let (b, i) = plus_one("b", &a, 8)?;
    let (c, j) = plus_one("c", &b, 8)?;
    let roots = Array::from([c.op.clone()]);
    let graph = call("schedule.CreateReadGraph", (&roots,))?.get::<Map<Operation, Array<Tensor>>>()?;
    assert_eq!(graph.len(), 3);
    assert!(graph.get(&c.op).is_some_and(|inputs| inputs[0].is_same_output(&b)));
    let order = call("schedule.PostDFSOrder", (&roots, &graph))?.get::<Array<Operation>>()?;
    assert_eq!(order[..], [a.op.clone(), b.op.clone(), c.op.clone()]);
    let partial = Map::from([(c.op.clone(), Array::from([b.clone()]))]);
    assert!(call("schedule.PostDFSOrder", (&roots, &partial)).is_err());

    let schedule = Schedule::new(roots)?;
    schedule.stage_of(&b.op)?.compute_at(&schedule.stage_of(&c.op)?, &j)?;
    let paths = call("schedule.CreateAttachPath", (&schedule,))?.get::<Map<Operation, Array<IterVar>>>()?;
    assert_eq!(paths.get(&b.op).map(|path| path.to_vec()), Some(vec![j]));
    assert_eq!(paths.get(&c.op).map(|path| path.len()), Some(0));
    assert_eq!(schedule.stage_of(&b.op)?.leaf_iter_vars.load()[..], [i]);
    Ok(())
}

#[test]
fn stages_are_inlined_by_their_operations() -> Result {
    let a = input("a", 8);
    let (b, _) = plus_one("b", &a, 8)?;
    let (c, k) = total(&b, 8)?;
    for (function, expected) in [
        ("schedule.AutoInlineElemWise", AttachType::Inline),
        ("schedule.AutoInlineInjective", AttachType::Inline),
        ("schedule.AutoInlineBroadcast", AttachType::GroupRoot),
    ] {
        let schedule = Schedule::new([c.op.clone()])?;
        call(function, (&schedule,))?;
        assert_eq!(schedule.stage_of(&b.op)?.attach_type.load(), expected, "{function}");
        assert_eq!(schedule.stage_of(&c.op)?.attach_type.load(), AttachType::GroupRoot);
    }
    // A stage that is scheduled already stays as it is.
    let (d, i) = plus_one("d", &b, 8)?;
    let schedule = Schedule::new([c.op.clone(), d.op.clone()])?;
    schedule.stage_of(&d.op)?.split(&i, 2)?;
    schedule.stage_of(&c.op)?.split(&k, 2)?;
    call("schedule.AutoInlineInjective", (&schedule,))?;
    assert_eq!(schedule.stage_of(&d.op)?.attach_type.load(), AttachType::GroupRoot);
    Ok(())
}

#[test]
fn scans_have_bodies_and_fix_points() -> Result {
    let shape = || -> [PrimExpr; 2] { [16.into(), 8.into()] };
    let state = Tensor::placeholder("state", shape(), FLOAT);
    let init = Tensor::placeholder("init", [1.into(), 8.into()], FLOAT);
    let axes = ["t", "i"].map(|name| Var::new(name, DataType::int(32), None));
    let update = |shift: i32| -> Result<Tensor> {
        let [t, i] = &axes;
        let iter = |var: &Var, extent| {
            let dom = Range::from_min_extent(0, extent);
            IterVar::new(Some(dom), var.clone(), IterVarType::DataPar, "", None)
        };
        let element = state.at([(t - 1).expr()?, (i + shift).expr()?])?;
        let both = [iter(t, 16)?, iter(i, 8)?];
        Ok(objet_tir::te::ComputeOp::new("update", "", both, [element])?.output(0)?)
    };
    for (shift, expected) in [(0, 1), (1, 0)] {
        let update = update(shift)?;
        let axis = Var::new("scan.idx", DataType::int(32), None);
        let axis = IterVar::new(Some(Range::from_min_extent(1, 15)), axis, IterVarType::Ordered, "", None)?;
        let (init, state) = ([init.clone()], [state.clone()]);
        let scan = ScanOp::new("scan", "", Map::new(), axis, init, [update.clone()], state, [])?;
        let body = call("schedule.ScanGetBody", (&scan,))?.get::<Array<Operation>>()?;
        assert_eq!(body.as_slice(), std::slice::from_ref(&update.op));
        let points = call("schedule.ScanFixPointAnalysis", (&scan,))?.get::<Map<IterVar, PrimExpr>>()?;
        let point = points.get(&scan.spatial_axis[0]).and_then(as_const_int);
        assert_eq!(point, Some(expected));
        assert!(call("schedule.ScanGetBody", (&update.op,)).is_err());
    }
    Ok(())
}

#[test]
fn conditions_are_current_in_their_scopes() -> Result {
    let clauses = Array::from([PrimExpr::from(1)]);
    let create =
        || -> Result<SpecializedCondition> { Ok(call("te.CreateSpecializedCondition", (&clauses,))?.get()?) };
    let current =
        || -> Result<Option<SpecializedCondition>> { Ok(call("te.GetCurrentSpecialization", ())?.get()?) };
    let (outer, inner) = (create()?, create()?);
    assert_eq!(current()?, None);
    call("te.EnterSpecializationScope", (&outer,))?;
    call("te.EnterSpecializationScope", (&inner,))?;
    assert_eq!(current()?, Some(inner.clone()));
    call("te.ExitSpecializationScope", (&inner,))?;
    assert_eq!(current()?, Some(outer.clone()));
    call("te.EnterSpecializationScope", (&inner,))?;
    assert!(call("te.ExitSpecializationScope", (&outer,)).is_err());
    assert_eq!(current()?, Some(inner.clone()));
    call("te.ExitSpecializationScope", (&inner,))?;
    assert_eq!(current()?, None);
    assert!(call("te.ExitSpecializationScope", (&outer,)).is_err());
    Ok(())
}
